"""Legal actions folded into a menu: verb, then field by field, then an amount. Pure; no verb is named here."""
