import { useQuery } from '@tanstack/react-query'

import { findRefusal } from '#app/lib/own-api.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import type { VerificationResponse } from '#contracts/certificates.ts'
import { paths } from '#contracts/paths.ts'

import { fetchVerification } from './certificate-api.ts'
import { CertificateLinks } from './certificate-links.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { FileCheck } from './file-check.tsx'
import { Verification } from './verification.tsx'

type CertificatePageProps = { id: string; organization: string }

/** Shows a certificate and its validity, which is checked on each visit. */
export function CertificatePage({ id, organization }: CertificatePageProps) {
	const query = useQuery({
		queryKey: ['verification', id],
		queryFn: ({ signal }) => fetchVerification(id, signal),
		staleTime: 0,
		gcTime: 0,
	})
	if (query.data)
		return <Verified result={query.data} organization={organization} onAgain={() => void query.refetch()} isChecking={query.isFetching} />
	if (query.isPending)
		return (
			<div className="page min-h-[60vh] py-16" aria-busy="true">
				<h1>Certificate of Completion</h1>
				<p role="status">Checking the certificate…</p>
			</div>
		)
	if (findRefusal(query.error)?.status === 404) return <Unknown />
	return (
		<div className="page grid min-h-[60vh] content-start gap-4 py-16">
			<h1>Certificate of Completion</h1>
			<Callout tone="danger" role="alert" title="We couldn’t check this certificate">
				<p>We cannot reach the server, so we cannot check this certificate right now.</p>
				<Button variant="secondary" className="mt-3" pending={query.isFetching} onClick={() => void query.refetch()}>
					Try Again
				</Button>
			</Callout>
		</div>
	)
}

function Unknown() {
	return (
		<div className="page grid min-h-[60vh] content-start gap-4 py-16">
			<h1>We could not find this certificate</h1>
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

type VerifiedProps = { result: VerificationResponse; organization: string; onAgain: () => void; isChecking: boolean }

function Verified({ result, organization, onAgain, isChecking }: VerifiedProps) {
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
					<Verification result={result} onAgain={onAgain} isChecking={isChecking} />
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
