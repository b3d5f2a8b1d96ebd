import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { signInWithOrganization } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, useForm } from '#app/lib/form.tsx'
import { useSignInWays } from '#app/lib/sign-in-ways.ts'
import type { SessionView } from '#app/lib/stored-session.ts'
import { useSignOut } from '#app/lib/use-sign-out.ts'
import { AgeNote } from '#app/ui/age-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'

import { AccountFrame } from './account-frame.tsx'
import { MailSent } from './mail-sent.tsx'
import { OtherWays } from './other-ways.tsx'
import { SecondFactorGate } from './second-factor-gate.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { SignInState } from './sign-in-state.ts'

/**
 * Returns the domain of a work email or of a typed domain, with non-Latin scripts as Punycode.
 * @returns for example `school.example`, or null if invalid
 */
export function readWorkDomain(typed: string): string | null {
	const domain = typed.trim().slice(typed.trim().lastIndexOf('@') + 1)
	if (!/^[^\s/:?#@\\]+\.[^\s/:?#@\\]+$/.test(domain)) return null
	const host = URL.parse(`https://${domain}`)?.hostname ?? null
	return host === null || host.length > 253 || host.endsWith('.') ? null : host
}

export function SingleSignOn({ next, onBack }: { next: string | null; onBack: () => void }) {
	const field = useRef<HTMLInputElement>(null)
	useEffect(() => field.current?.focus(), [])
	const form = useForm(async ({ text }) => {
		const domain = readWorkDomain(text('work'))
		if (domain === null) return { work: 'Please enter your work address, or the part after the @' }
		const outcome = await signInWithOrganization(domain, next)
		if (!outcome.ok) return { work: describeRefusal(outcome.refusal) }
	})

	return (
		<AccountFrame
			title="Single sign-on"
			intro={<p>For learners whose school or company has set this up with us. You sign in there, then come back here.</p>}
		>
			<Form of={form}>
				<TextField
					ref={field}
					label="Work email or domain"
					hint="Such as you@school.example, or school.example"
					name="work"
					type="text"
					inputMode="email"
					autoComplete="email"
					autoCapitalize="none"
					spellCheck={false}
					error={form.problems.work}
				/>
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					<Button type="submit" size="lg" pending={form.isBusy}>
						Continue
					</Button>
					<Button variant="quiet" onClick={onBack}>
						Sign in another way
					</Button>
				</div>
			</Form>
		</AccountFrame>
	)
}

type LoginPageProps = {
	session: SessionView
	next: string | null
	onSignedIn: () => void
	onRecovered: () => void
}

export function LoginPage({ session, next, onSignedIn, onRecovered }: LoginPageProps) {
	const [state, setState] = useState<SignInState>({ step: 'form', email: '' })
	const [arrived, setArrived] = useState<'signed-in' | 'recovered' | null>(null)
	const ways = useSignInWays()
	const arrive = () => setArrived('signed-in')

	if (arrived) return <SecondFactorGate onPassed={arrived === 'signed-in' ? onSignedIn : onRecovered} onLeft={() => setArrived(null)} />
	if (session.status === 'signed-in') return <SignedIn email={session.user.email} onContinue={arrive} />
	if (state.step === 'organization') return <SingleSignOn next={next} onBack={() => setState({ step: 'form', email: state.email })} />
	if (state.step === 'sent')
		return (
			<AccountFrame title="Sign in">
				<MailSent
					mail={state}
					next={next}
					onSignedIn={state.what === 'code' ? arrive : () => setArrived('recovered')}
					onBack={() => setState({ step: 'form', email: state.email })}
				/>
			</AccountFrame>
		)
	return (
		<AccountFrame
			title="Sign in"
			intro={
				<p>
					New here?{' '}
					<Link className="link" to={paths.signup}>
						Start for free
					</Link>
				</p>
			}
		>
			<SignInForm
				initialEmail={state.email}
				next={next}
				hasPasskeys={ways?.hasPasskeys}
				onSignedIn={arrive}
				onSent={(mail) => setState({ step: 'sent', ...mail })}
			/>
			{ways && (
				<OtherWays
					providers={ways.providers}
					next={next}
					onSingleSignOn={ways.hasSingleSignOn ? () => setState({ step: 'organization', email: state.email }) : undefined}
				/>
			)}
			{ways && ways.providers.length > 0 && (
				<div className="mt-4">
					<AgeNote />
				</div>
			)}
			<noscript>
				<Callout title="Signing in needs JavaScript">
					<p>You can still press the button to get a link and a code by email. Open the link in a browser with JavaScript.</p>
				</Callout>
			</noscript>
		</AccountFrame>
	)
}

function SignedIn({ email, onContinue }: { email: string; onContinue: () => void }) {
	const { isLeaving, leave } = useSignOut()
	return (
		<AccountFrame
			title="You’re signed in"
			intro={
				<p>
					as <strong>{email}</strong>
				</p>
			}
		>
			<div className="flex flex-wrap gap-4">
				<Button onClick={onContinue}>Continue</Button>
				<Button variant="quiet" pending={isLeaving} onClick={() => void leave()}>
					Sign out
				</Button>
			</div>
		</AccountFrame>
	)
}
