"""Money matters that titles share: share prices, certificates and trains."""
