import type { Pdf } from './sheet.ts'

/** File name that Factur-X and ZUGFeRD readers look for. */
const FILE_NAME = 'factur-x.xml'
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const PROPERTIES = [
	['DocumentFileName', 'Name of the embedded XML invoice file'],
	['DocumentType', 'INVOICE'],
	['Version', 'Version of the Factur-X XML schema'],
	['ConformanceLevel', 'Conformance level of the embedded invoice'],
] as const

/** XMP metadata of the invoice. PDF/A requires a schema in the file for every metadata property that the standard doesn't define. */
const EXTENSION = `
<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
	<fx:DocumentType>INVOICE</fx:DocumentType>
	<fx:DocumentFileName>${FILE_NAME}</fx:DocumentFileName>
	<fx:Version>1.0</fx:Version>
	<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
	<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
		<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
		<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
		<pdfaSchema:prefix>fx</pdfaSchema:prefix>
		<pdfaSchema:property><rdf:Seq>${PROPERTIES.map(
			([name, description]) => `
			<rdf:li rdf:parseType="Resource">
				<pdfaProperty:name>${name}</pdfaProperty:name>
				<pdfaProperty:valueType>Text</pdfaProperty:valueType>
				<pdfaProperty:category>external</pdfaProperty:category>
				<pdfaProperty:description>${description}</pdfaProperty:description>
			</rdf:li>`,
		).join('')}
		</rdf:Seq></pdfaSchema:property>
	</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`

/** Embeds the XML in a PDF/A-3 and declares it in the metadata. */
export function embedInvoice(pdf: Pdf, xml: string, madeAt: Date): void {
	const options = {
		name: FILE_NAME,
		type: 'text/xml',
		description: 'Machine-readable copy of this invoice (EN 16931)',
		// The XML is an alternative form of the document. The library's types lack this option.
		relationship: 'Alternative',
		creationDate: madeAt,
		modifiedDate: madeAt,
	}
	pdf.file(Buffer.from(xml), options)
	pdf.appendXML(EXTENSION)
}
