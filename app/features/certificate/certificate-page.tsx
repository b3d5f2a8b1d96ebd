import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useRef, useState } from 'react'

import { ApiError, findRefusal } from '#app/lib/own-api.ts'
import { LoadFailed } from '#app/lib/query-provider.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { Field } from '#app/ui/field.tsx'
import { CERTIFICATE_FILE_MAX_BYTES, type VerificationResponse } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'

import { checkCertificateFile, fetchVerification } from './certificate-api.ts'
import { CertificateLinks } from './certificate-links.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { type CheckAgain, Verification } from './verification.tsx'

type Outcome =
	| { kind: 'none' }
	| { kind: 'checking' }
	| { kind: 'problem'; message: string }
	| { kind: 'checked'; result: VerificationResponse }

const NOT_ONE = 'This isn’t a certificate file from this site, or it was changed.'

function describe(error: unknown): string {
	if (error instanceof SyntaxError) return NOT_ONE
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable') return 'We can’t reach the server. Please try again.'
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

/** Form to verify a certificate file, for people who have the file but no link. */
export function FileCheck() {
	const id = useId()
	const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
	const latest = useRef<File>(null)

	async function choose(event: ChangeEvent<HTMLInputElement>) {
		const file = event.target.files?.[0]
		if (!file) return
		latest.current = file
		setOutcome({ kind: 'checking' })
		const checked = await check(file)
		if (latest.current === file) setOutcome(checked)
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
				<Alert>
					<p>{outcome.message}</p>
				</Alert>
			)}
			{outcome.kind === 'checking' && <p role="status">Checking the file…</p>}
			{outcome.kind === 'checked' && (
				<>
					<p>
						The file names <strong>certificate {outcome.result.certificate.id}</strong>, issued to {outcome.result.certificate.name} on{' '}
						{formatUtcDay(outcome.result.certificate.issuedAt)}.
					</p>
					<Verification result={outcome.result} />
				</>
			)}
		</section>
	)
}

type CertificatePageProps = { id: string; organization: string }

export function CertificatePage({ id, organization }: CertificatePageProps) {
	const query = useQuery({
		queryKey: ['verification', id],
		queryFn: ({ signal }) => fetchVerification(id, signal),
		staleTime: 0,
		gcTime: 0,
	})
	if (query.error && findRefusal(query.error)?.status === 404) return <Unknown />
	if (query.data) {
		const again = { start: () => void query.refetch(), isBusy: query.isFetching, hasFailed: query.isError }
		return <Verified result={query.data} organization={organization} again={again} />
	}
	if (query.isPending)
		return (
			<div className="page min-h-[60vh] py-16" aria-busy="true">
				<h1>Certificate of Completion</h1>
				<p role="status">Checking the certificate…</p>
			</div>
		)
	return (
		<div className="page grid min-h-[60vh] content-start gap-4 py-16">
			<h1>Certificate of Completion</h1>
			<LoadFailed query={query} title="We couldn’t check this certificate">
				<p>We can’t reach the server, so we can’t check this certificate right now.</p>
			</LoadFailed>
		</div>
	)
}

function Unknown() {
	return (
		<div className="page grid min-h-[60vh] content-start gap-4 py-16">
			<h1>We couldn’t find this certificate</h1>
			<p className="max-w-read">
				Either no certificate was ever issued at this address, or its owner deleted their account. Check that the address is complete.
			</p>
			<div>
				<LinkButton to={paths.home} variant="secondary">
					Return to Homepage
				</LinkButton>
			</div>
		</div>
	)
}

type VerifiedProps = { result: VerificationResponse; organization: string; again: CheckAgain }

function Verified({ result, organization, again }: VerifiedProps) {
	const { certificate, state, issuer, statusList } = result
	return (
		<div className="page grid gap-12 pt-10 pb-20">
			<CertificateSheet certificate={certificate} organization={organization} isValid={state === 'valid'} />
			{state === 'valid' && (
				<div className="screen-only flex flex-wrap gap-x-4 gap-y-3">
					<CertificateLinks certificate={certificate} organization={organization} hasPageLink={false} />
					<Button variant="secondary" onClick={() => window.print()}>
						Print
					</Button>
				</div>
			)}
			<div className="grid gap-x-12 gap-y-10 border-t-2 border-ink pt-10 md:grid-cols-2">
				<section aria-labelledby="verification" className="grid content-start gap-4">
					<h2 id="verification">Is it real?</h2>
					<Verification result={result} again={again} />
				</section>
				<FileCheck />
			</div>
			<section aria-labelledby="technical" className="screen-only grid gap-3">
				<h2 id="technical">For other programs</h2>
				<p className="max-w-read">
					The credential follows Open Badges 3.0 and is signed with eddsa-rdfc-2022. Any program that supports the standard can check it
					without this page.
				</p>
				<dl className="grid gap-3 break-all">
					{[
						['Issuer', issuer.id],
						['Key', issuer.key],
						['Status list', statusList],
					].map(([name, value]) => (
						<div key={name}>
							<dt className="font-semibold">{name}</dt>
							<dd>
								<code>{value}</code>
							</dd>
						</div>
					))}
				</dl>
			</section>
		</div>
	)
}
