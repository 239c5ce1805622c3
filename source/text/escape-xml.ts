/** Foreign text in an element or an attribute of XML. */
export const escapeXml = (text: string): string =>
	text.replace(
		/[&<>"\p{Cc}]/gu,
		character => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[character] ?? '',
	);
