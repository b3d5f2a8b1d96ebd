import { useState } from 'react'
import { Link } from 'react-router'

import { Form, Submit, useForm, runWithToast } from '#app/lib/form.tsx'
import { ApiError, findRefusal } from '#app/lib/own-api.ts'
import { LoadFailed } from '#app/lib/query-provider.tsx'
import { LinkButton, Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { CertificateRule } from '#app/ui/certificate-rule.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { OwnCertificateResponse, CertificateSummary, OwnStillKnown } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { CERTIFICATE_NAME_MAX, checkCertificateName } from '#domain/certificates/certificate-name.ts'
import { hasAskedEnough, formatStillKnown } from '#domain/certificates/still-known.ts'

import { claimCertificate, publishRetention, withdrawRetention } from './certificate-api.ts'
import { CertificateLinks } from './certificate-links.tsx'
import { CertificateTasksLeft } from './tasks-left.tsx'
import { useCertificateCourse, useCertificateChange, useOwnCertificate } from './use-own-certificate.ts'

type StillKnownPanelProps = { userId: string; heading: 'h3' | 'h4'; certificate: CertificateSummary; own: OwnStillKnown }

/** Lets the owner choose to show retention on the certificate. The server computes it. */
function StillKnownPanel({ userId, heading: Heading, certificate: { stillKnown: stated }, own }: StillKnownPanelProps) {
	const change = useCertificateChange(userId)
	const [isBusy, setBusy] = useState(false)
	async function save(next: Parameters<typeof change>[0], done: string) {
		setBusy(true)
		await runWithToast('We couldn’t change your certificate', async () => {
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
				{hasAskedEnough(own.counted) && (
					<Button
						variant="secondary"
						pending={isBusy}
						onClick={() => void save(publishRetention, stated ? 'Your certificate was updated' : 'Your certificate now shows it')}
					>
						{stated ? 'Update the Certificate' : 'Add to the Certificate'}
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
	if (!hasAskedEnough(counted))
		return (
			<p>
				Your certificate can also say what you still know, if you want it to. From {formatUtcDay(opensAt)} on, take{' '}
				<Link className="link" to={paths.modules}>
					knowledge checks
				</Link>{' '}
				again. An answer counts if your last one was at least 30 days earlier. So far: {counted.asked} of {needed} questions.
			</p>
		)
	if (stated && formatStillKnown(stated) === formatStillKnown(counted)) return <p>Your latest answers give the same result.</p>
	return <p>Your certificate could now say: “{formatStillKnown(counted)}”</p>
}

const messageOf = (error: unknown) => {
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable')
		return 'We can’t reach the server. Nothing is lost: try again when you’re back online.'
	return error.failure.fields.name ?? error.failure.message
}

/** Form for the name on the certificate. The name can't be changed afterwards. */
function ClaimForm({ userId, suggestedName }: { userId: string; suggestedName: string }) {
	const change = useCertificateChange(userId)
	const form = useForm(async ({ text }) => {
		const verdict = checkCertificateName(text('name'))
		if (!verdict.ok) return { name: verdict.message }
		try {
			await change((course) => claimCertificate(course, verdict.name))
		} catch (error) {
			return { form: messageOf(error) }
		}
		toast({ title: 'Your certificate is ready', description: 'It’s signed, and anyone can check it.' })
	})

	return (
		<Form of={form} className="grid max-w-read gap-5" trouble="The certificate couldn’t be issued">
			<TextField
				label="Your name on the certificate"
				hint="As you want others to see it, in any alphabet. Your name, the course and the date are public; nothing else is. You can’t change it later."
				name="name"
				autoComplete="name"
				maxLength={CERTIFICATE_NAME_MAX * 2}
				required
				defaultValue={suggestedName}
				error={form.problems.name}
			/>
			<Submit of={form} size="lg">
				{form.isBusy ? 'Signing Your Certificate…' : 'Claim Your Graduation Certificate'}
			</Submit>
		</Form>
	)
}

type OwnCertificateProps = {
	heading: 'h2' | 'h3'
	/** Null when signed out. */
	userId: string | null
	/** False until this browser's progress is saved to the account. */
	isSynced: boolean
	here: string
	organization: string
}

export function OwnCertificate({ heading: Heading, userId, here, ...rest }: OwnCertificateProps) {
	return (
		<section aria-labelledby="certificate" className="grid content-start gap-4">
			<Heading id="certificate">Your certificate</Heading>
			{userId === null ? (
				<SignInFirst here={here} />
			) : (
				<Account key={userId} userId={userId} below={Heading === 'h2' ? 'h3' : 'h4'} {...rest} />
			)}
		</section>
	)
}

function SignInFirst({ here }: { here: string }) {
	return (
		<>
			<CertificateRule />
			<p className="max-w-read">
				Work from before you signed in is saved, but doesn’t count toward the certificate. Sign in to see what’s left.
			</p>
			<div>
				<LinkButton to={`${paths.login}?next=${encodeURIComponent(here)}`}>Sign In to Claim It</LinkButton>
			</div>
		</>
	)
}

type AccountProps = { userId: string; below: 'h3' | 'h4'; isSynced: boolean; organization: string }

function Account({ userId, isSynced, organization, below }: AccountProps) {
	const own = useOwnCertificate(userId, isSynced)
	if (own.data) return <State own={own.data} userId={userId} isSynced={isSynced} organization={organization} below={below} />
	if (own.isPending) return <p role="status">Checking your progress…</p>
	const isRefused = findRefusal(own.error) !== null
	return (
		<LoadFailed query={own} title="We couldn’t look up your certificate">
			<p>
				{isRefused
					? 'The server didn’t accept the request. Try signing in again.'
					: 'You seem to be offline. Your progress is saved in this browser.'}
			</p>
		</LoadFailed>
	)
}

type StateProps = AccountProps & { own: OwnCertificateResponse }

function State({ own, userId, isSynced, organization, below }: StateProps) {
	if (own.status === 'issued')
		return (
			<>
				<p>
					Issued to <strong>{own.certificate.name}</strong> on {formatUtcDay(own.certificate.issuedAt)}. Anyone with the link to its page
					can check it.
				</p>
				<CertificateLinks certificate={own.certificate} organization={organization} hasPageLink />
				<StillKnownPanel userId={userId} heading={below} certificate={own.certificate} own={own.stillKnown} />
			</>
		)
	const isDone = own.left.length === 0
	return (
		<>
			{own.revoked?.revokedAt && (
				<Callout>
					<p>An earlier certificate was revoked on {formatUtcDay(own.revoked.revokedAt)}.</p>
				</Callout>
			)}
			{!(own.isPaid && isDone) && <CertificateRule />}
			{!own.isPaid && <PayFirst isDone={isDone} />}
			{own.isPaid && isDone && <ClaimForm userId={userId} suggestedName={own.suggestedName} />}
			{!isDone && (
				<>
					<p className="max-w-read">
						{isSynced ? 'Still to do:' : 'Your latest progress is still being saved to your account. Until then, these are still to do:'}
					</p>
					<CertificateTasksLeft left={own.left} />
				</>
			)}
		</>
	)
}

function PayFirst({ isDone }: { isDone: boolean }) {
	const course = useCertificateCourse()
	return (
		<>
			<p className="max-w-read">
				{isDone ? 'You finished the course. ' : ''}You don’t own the full course yet. You can keep using the modules without it.
			</p>
			<div>
				<LinkButton to={course?.path ?? paths.offer}>See the Full Course</LinkButton>
			</div>
		</>
	)
}
