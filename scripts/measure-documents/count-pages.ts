/** Counts the page objects, which pdfkit writes uncompressed. */
export const countPages = (pdf: Uint8Array): number =>
	Buffer.from(pdf)
		.toString('latin1')
		.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
