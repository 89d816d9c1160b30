"""What people use outside of cardgen: files for services and programs, one module a kind of destination."""
