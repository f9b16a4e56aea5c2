"""Money matters that titles share: share prices, certificates, floating, privates, debts, the bank, mergers."""
