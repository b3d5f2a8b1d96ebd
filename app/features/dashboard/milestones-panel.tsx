/** What is still needed for a certificate. */
export function CertificatePanel({ left }: { /** Modules whose last page was not reached. */ left: number }) {
	return (
		<section aria-labelledby="certificate" className="grid content-start gap-3">
			<h2 id="certificate">Your certificate</h2>
			<p>
				{left > 0
					? `The certificate comes after the last module. You have ${left === 1 ? 'one module' : `${left} modules`} to go.`
					: 'You have been through all modules. Claim your certificate on the last page of the last one.'}
			</p>
		</section>
	)
}
