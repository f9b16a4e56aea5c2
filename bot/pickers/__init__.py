"""Legal actions as menus, buttons, selects and slash commands. No verb and no title is named here."""
