export type PrintedCertificate = {
	title: string
	learnerName: string
	courseName: string
	/** One or two sentences that describe the achievement. */
	statement: string
	issuedAt: Date
	issuerName: string
	/** The academy's logo as a base64 PNG; null to draw the default one. */
	logo: string | null
	/** Color of the name and the flag, such as `#b3310d`, dark enough for text on paper. */
	accent: string
	/** URL of the page that verifies the certificate; also in the QR code. */
	verifyUrl: string
	id: string
}

export type CertificatePrinter = {
	/** True if the fonts can print every character of a name. */
	canPrint(name: string): Promise<boolean>
	/**
	 * Prints a certificate.
	 * @returns a tagged PDF of one landscape page; the same bytes for the same input
	 * @throws Error if the fonts can't print the name
	 */
	print(certificate: PrintedCertificate): Promise<Uint8Array>
}
