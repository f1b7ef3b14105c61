"""Maps of the table: sheet, layers, drawing and measuring tools."""
