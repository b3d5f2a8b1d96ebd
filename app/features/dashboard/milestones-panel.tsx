import type { ModuleId } from '#domain/gating/check-module-access.ts'

/** What is still needed for a certificate. */
export function CertificatePanel({ completed }: { completed: ReadonlySet<ModuleId> }) {
	const missing = 6 - completed.size
	return (
		<section aria-labelledby="certificate" className="grid content-start gap-3">
			<h2 id="certificate">Your certificate</h2>
			<p>
				{missing > 0
					? `The certificate comes after module 6. You have ${missing === 1 ? 'one module' : `${missing} modules`} to go.`
					: 'You have completed all six modules. Claim your certificate on the last page of module 6.'}
			</p>
		</section>
	)
}
