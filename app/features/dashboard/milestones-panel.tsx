import { CertificateRule } from '#app/ui/certificate-rule.tsx'

export function CertificatePanel({ left }: { /** Number of modules that are not completed. */ left: number }) {
	return (
		<section aria-labelledby="certificate" className="grid content-start gap-3">
			<h2 id="certificate">Your certificate</h2>
			<CertificateRule />
			<p>
				{left > 0
					? `${left === 1 ? 'One module' : `${left} modules`} to go.`
					: 'You have reached the end of every module. Sign in to see what is left for your certificate.'}
			</p>
		</section>
	)
}
