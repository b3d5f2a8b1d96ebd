/** Certificate requirements, in the same words wherever the certificate is mentioned. */
export const CertificateRule = ({ className = '' }: { className?: string }) => (
	<p className={`max-w-read ${className}`}>
		The signed certificate comes with the full course. To earn it, complete every module, open every section and pass every knowledge check
		while you’re signed in, in at least two sittings.
	</p>
)
