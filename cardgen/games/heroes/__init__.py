"""The rules of Tale of Many Heroes."""
