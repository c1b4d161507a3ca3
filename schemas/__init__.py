"""Every record that crosses a boundary: frozen pydantic models that know only each other."""
