import { useState } from 'react'
import { Link } from 'react-router'

import { attempt } from '#app/lib/form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { CertificateSummary, OwnStillKnown } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { isEnough, formatStillKnown } from '#domain/certificates/still-known.ts'

import { publishRetention, withdrawRetention } from './certificate-api.ts'
import { useCertificateChange } from './use-own-certificate.ts'

type StillKnownPanelProps = { userId: string; heading: 'h3' | 'h4'; certificate: CertificateSummary; own: OwnStillKnown }

/** Lets the owner choose to show retention on the certificate. The server computes it. */
export function StillKnownPanel({ userId, heading: Heading, certificate: { stillKnown: stated }, own }: StillKnownPanelProps) {
	const change = useCertificateChange(userId)
	const [isBusy, setBusy] = useState(false)
	async function save(next: Parameters<typeof change>[0], done: string) {
		setBusy(true)
		await attempt('We couldn’t change your certificate', async () => {
			await change(next)
			toast({ title: done })
		})
		setBusy(false)
	}

	return (
		<section aria-labelledby="still-known" className="grid max-w-read gap-4">
			<Heading id="still-known">What you still know</Heading>
			{stated && (
				<p>
					Your certificate says, as counted on {formatUtcDay(stated.statedAt)}: “{formatStillKnown(stated)}”
				</p>
			)}
			<Progress own={own} stated={stated} />
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				{isEnough(own.counted) && (
					<Button
						variant="secondary"
						pending={isBusy}
						onClick={() => void save(publishRetention, stated ? 'Your certificate was updated' : 'Your certificate now shows it')}
					>
						{stated ? 'Update the Certificate' : 'Put It on the Certificate'}
					</Button>
				)}
				{stated && (
					<ConfirmButton
						label="Remove From Certificate"
						title="Remove it from the certificate?"
						confirmLabel="Remove"
						onConfirm={() => save(withdrawRetention, 'Removed from the certificate')}
					>
						<p>Your certificate’s page won’t show it anymore. Files already downloaded don’t change.</p>
					</ConfirmButton>
				)}
			</div>
		</section>
	)
}

function Progress({ own: { opensAt, counted, needed }, stated }: { own: OwnStillKnown; stated: CertificateSummary['stillKnown'] }) {
	if (!isEnough(counted))
		return (
			<p>
				Your certificate can also say what you still know, if you want it to. From {formatUtcDay(opensAt)} on, take{' '}
				<Link className="link" to={paths.modules}>
					knowledge checks
				</Link>{' '}
				again. An answer counts if your last one was at least 30 days earlier. So far: {counted.asked} of {needed} questions.
			</p>
		)
	if (stated && formatStillKnown(stated) === formatStillKnown(counted)) return <p>Your newest answers give the same result.</p>
	return <p>Now it could say: “{formatStillKnown(counted)}”</p>
}
