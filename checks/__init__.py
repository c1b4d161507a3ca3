"""The validation ladder, one module per rung."""
