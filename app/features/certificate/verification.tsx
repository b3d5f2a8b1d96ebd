import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { CertificateCheck, VerificationResponse } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

const WORDS = {
	signature: ['The signature matches the content', 'The signature doesn’t match the content'],
	issuer: ['The signing key belongs to this issuer', 'The signing key doesn’t belong to this issuer'],
	time: ['It’s dated in the past, and it doesn’t expire', 'It’s dated in the future'],
	record: ['The name, course and date match our records', 'The name, course or date doesn’t match our records'],
	status: ['It isn’t on the list of revoked certificates', 'It’s on the list of revoked certificates'],
} as const satisfies Record<CertificateCheck, readonly [string, string]>

function Verdict({ state, certificate }: VerificationResponse) {
	if (state === 'valid')
		return (
			<Callout tone="good" role="status" title="This certificate is valid">
				<p>We ran all the checks below just now.</p>
			</Callout>
		)
	if (state === 'revoked')
		return (
			<Callout tone="danger" role="status" title="This certificate was revoked">
				<p>
					It’s genuine, but it was revoked{certificate.revokedAt ? ` on ${formatUtcDay(certificate.revokedAt)}` : ''} and is no longer
					valid.
				</p>
			</Callout>
		)
	return (
		<Callout tone="danger" role="status" title="This certificate couldn’t be verified">
			<p>
				At least one of the checks below failed: the certificate was changed after it was signed, or the issuer no longer trusts the key.
				Don’t rely on it.
			</p>
		</Callout>
	)
}

export type CheckAgain = { start: () => void; isBusy: boolean; hasFailed: boolean }

export function Verification({ result, again }: { result: VerificationResponse; again?: CheckAgain }) {
	return (
		<div className="grid gap-5">
			<Verdict {...result} />
			<ul className="grid gap-2">
				{result.checks.map(({ id, passed }) => (
					<li key={id} className="flex gap-3">
						<span className={`mt-1 ${passed ? 'text-spruce-ink' : 'text-danger-ink'}`}>
							<Icon name={passed ? 'check' : 'close'} />
						</span>
						<span>
							<span className="sr-only">{passed ? 'Passed: ' : 'Failed: '}</span>
							{WORDS[id][passed ? 0 : 1]}
						</span>
					</li>
				))}
			</ul>
			<p className="text-soft">
				Checked on {new Date(result.checkedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })} by the issuer’s server.
			</p>
			{again && (
				<div className="screen-only grid justify-items-start gap-3">
					{again.hasFailed && <p role="alert">We couldn’t check it again. This is the earlier result.</p>}
					<Button variant="secondary" pending={again.isBusy} onClick={again.start}>
						Check Again
					</Button>
				</div>
			)}
		</div>
	)
}
