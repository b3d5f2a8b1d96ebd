export type PrintedCertificate = {
	title: string
	learnerName: string
	courseName: string
	/** Statement of one or two sentences. */
	statement: string
	issuedAt: Date
	issuerName: string
	/** Logo as a base64 PNG; null to draw the default logo. */
	logo: string | null
	/** Accent color such as `#b3310d`, dark enough for text on paper. */
	accent: string
	/** URL of the verification page, also in the QR code. */
	verifyUrl: string
	id: string
}

export type CertificatePrinter = {
	canPrint(name: string): Promise<boolean>
	/**
	 * Prints a tagged PDF of one landscape page.
	 * @returns the same bytes for the same input
	 * @throws Error if the fonts can't print the name
	 */
	print(certificate: PrintedCertificate): Promise<Uint8Array>
}
