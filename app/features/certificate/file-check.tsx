import { useId, useState, type ChangeEvent } from 'react'

import { ApiError } from '#app/lib/own-api.ts'
import { Callout } from '#app/ui/callout.tsx'
import { Field } from '#app/ui/field.tsx'
import { CERTIFICATE_FILE_MAX_BYTES, type VerificationResponse } from '#contracts/certificates.ts'

import { checkCertificateFile } from './certificate-api.ts'
import { certificateDay } from './linkedin-link.ts'
import { Verification } from './verification.tsx'

type Outcome =
	| { kind: 'none' }
	| { kind: 'checking' }
	| { kind: 'problem'; message: string }
	| { kind: 'checked'; result: VerificationResponse }

const NOT_ONE = 'This isn’t a certificate file from this site, or it was changed.'

function describe(error: unknown): string {
	if (error instanceof SyntaxError) return NOT_ONE
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable') return 'We cannot reach the server. Please try again.'
	return error.failure.status === 404 ? 'No certificate from this site has the number in this file.' : error.failure.message
}

async function check(file: File): Promise<Outcome> {
	if (file.size > CERTIFICATE_FILE_MAX_BYTES) return { kind: 'problem', message: NOT_ONE }
	try {
		return { kind: 'checked', result: await checkCertificateFile(JSON.parse(await file.text())) }
	} catch (error) {
		return { kind: 'problem', message: describe(error) }
	}
}

/** Verifies an uploaded certificate file, for people who received no link. */
export function FileCheck() {
	const id = useId()
	const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

	async function choose(event: ChangeEvent<HTMLInputElement>) {
		const file = event.target.files?.[0]
		if (!file) return
		setOutcome({ kind: 'checking' })
		setOutcome(await check(file))
	}

	return (
		<section aria-labelledby={`${id}-title`} className="screen-only grid content-start gap-4">
			<h2 id={`${id}-title`}>Check a file</h2>
			<Field
				id={id}
				label="Credential file (JSON)"
				hint="Did someone send you a file? We compare it with our records and catch even one changed character."
			>
				{(aria) => (
					<input
						{...aria}
						id={id}
						type="file"
						accept="application/json,.json"
						className="control"
						onChange={(event) => void choose(event)}
					/>
				)}
			</Field>
			{outcome.kind === 'problem' && (
				<Callout tone="danger" role="alert">
					<p>{outcome.message}</p>
				</Callout>
			)}
			{outcome.kind === 'checking' && <p role="status">Checking the file…</p>}
			{outcome.kind === 'checked' && (
				<>
					<p>
						The file names <strong>certificate {outcome.result.certificate.id}</strong>, issued to {outcome.result.certificate.name} on{' '}
						{certificateDay(outcome.result.certificate.issuedAt)}.
					</p>
					<Verification result={outcome.result} />
				</>
			)}
		</section>
	)
}
