/** How many pages a PDF of ours has: pdfkit writes each page as an object of its own that is not packed. */
export const countPages = (pdf: Uint8Array): number =>
	Buffer.from(pdf)
		.toString('latin1')
		.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
