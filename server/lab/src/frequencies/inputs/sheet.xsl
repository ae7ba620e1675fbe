<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" indent="yes"/><xsl:key name="by" match="order" use="@customer"/>
  <xsl:template match="/orders"><html><body><xsl:for-each select="order[generate-id() = generate-id(key('by', @customer)[1])]">
    <xsl:sort select="@customer"/><h1><xsl:value-of select="@customer"/></h1><table><xsl:apply-templates select="key('by', @customer)"><xsl:sort select="price" data-type="number"/></xsl:apply-templates></table>
    <p><xsl:value-of select="sum(key('by', @customer)/price)"/></p></xsl:for-each></body></html></xsl:template>
  <xsl:template match="order"><tr><td><xsl:value-of select="@id"/></td><td><xsl:choose><xsl:when test="price &gt; 50">dear</xsl:when><xsl:otherwise><xsl:value-of select="format-number(price, '0.00')"/></xsl:otherwise></xsl:choose></td><td><xsl:value-of select="translate(note, 'abc', 'ABC')"/></td></tr></xsl:template>
</xsl:stylesheet>
