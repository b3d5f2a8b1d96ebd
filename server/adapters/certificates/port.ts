export type PrintedCertificate = {
	title: string
	learnerName: string
	courseName: string
	/** Achievement, in one or two sentences. */
	statement: string
	issuedAt: Date
	issuerName: string
	/** A PNG in base64, with the academy's logo; null for one that is drawn. */
	logo: string | null
	/** Color of the name and the flag, such as `#b3310d`, dark enough for text on paper. */
	accent: string
	/** Address of the page that verifies it; also in the QR code. */
	verifyUrl: string
	id: string
}

export type CertificatePrinter = {
	/** True if the fonts hold every character of a name. */
	canPrint(name: string): Promise<boolean>
	/**
	 * @returns the bytes of a tagged PDF, one landscape page, the same for the same input
	 * @throws Error for a name the fonts cannot print
	 */
	print(certificate: PrintedCertificate): Promise<Uint8Array>
}
