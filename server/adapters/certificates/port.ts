export type PrintedCertificate = {
	title: string
	learnerName: string
	courseName: string
	/** One or two sentences. */
	statement: string
	issuedAt: Date
	issuerName: string
	/** Base64 PNG; null to draw the default logo. */
	logo: string | null
	/** Such as `#b3310d`, dark enough for text on paper. */
	accent: string
	/** Also in the QR code. */
	verifyUrl: string
	id: string
}

export type CertificatePrinter = {
	canPrint(name: string): Promise<boolean>
	/**
	 * @returns a tagged PDF of one landscape page; the same bytes for the same input
	 * @throws Error if the fonts can't print the name
	 */
	print(certificate: PrintedCertificate): Promise<Uint8Array>
}
