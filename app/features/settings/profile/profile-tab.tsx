import { useQuery, useQueryClient } from '@tanstack/react-query'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { Loaded, requireAuthValue } from '#app/lib/loaded.tsx'
import type { SignedInUser } from '#app/lib/stored-session.ts'
import { useSignOut } from '#app/lib/use-sign-out.ts'
import { useGuardedCall, withProof } from '#app/second-factor/guard.ts'
import { NewPasswordForm } from '#app/second-factor/new-password-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'

import { MyData, PendingDeletion } from './my-data.tsx'
import { changeEmail, changeName, type PendingAddress, loadPendingEmailChange, resendEmailChange } from './profile-calls.ts'

/** Form to change the email. The new one takes effect once both mailboxes have confirmed it. */
export function EmailForm({ email }: { email: string }) {
	const queries = useQueryClient()
	const state = useQuery({ queryKey: ['profile', 'email'], queryFn: async () => requireAuthValue(await loadPendingEmailChange(email)) })
	const reload = () => queries.invalidateQueries({ queryKey: ['profile', 'email'] })
	return (
		<section aria-labelledby="email" className="grid w-full max-w-read grid-cols-1 gap-4">
			<h3 id="email">Email</h3>
			<p className="break-all">{email}</p>
			<Loaded query={state} what="your address">
				{({ pending }) => (
					<>
						{pending && <Waiting pending={pending} isChecking={state.isFetching} onCheck={() => void reload()} />}
						<NewAddress email={email} onAsked={() => void reload()} />
					</>
				)}
			</Loaded>
		</section>
	)
}

function Waiting({ pending, isChecking, onCheck }: { pending: NonNullable<PendingAddress>; isChecking: boolean; onCheck: () => void }) {
	const { isBusy, run } = useGuardedCall()
	const words = { title: 'Emails sent', description: 'Two new links are on their way' }
	return (
		<Callout title="Waiting for both mailboxes" role="status">
			<p className="break-words">
				We sent a link to {pending.newEmail} and one to {pending.email}. Open both; until then nothing changes.
			</p>
			<div className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
				<Button variant="secondary" pending={isChecking} onClick={onCheck}>
					Check Again
				</Button>
				<Button variant="quiet" pending={isBusy} onClick={() => void run(() => resendEmailChange(pending.email), words)}>
					Resend Emails
				</Button>
			</div>
		</Callout>
	)
}

function NewAddress({ email, onAsked }: { email: string; onAsked: () => void }) {
	const form = useForm(async ({ text, form: element }) => {
		const address = text('new-email')
		if (!isEmailAddress(address)) return { 'new-email': INVALID_EMAIL_MESSAGE }
		if (address.toLowerCase() === email.toLowerCase()) return { 'new-email': 'This is already your address' }
		const outcome = await withProof(() => changeEmail(address))
		if (!outcome.ok) return { 'new-email': describeRefusal(outcome.refusal) }
		element.reset()
		onAsked()
	})

	return (
		<Form of={form} className="grid gap-4">
			<TextField
				label="New email address"
				name="new-email"
				type="email"
				inputMode="email"
				autoComplete="email"
				error={form.problems['new-email']}
			/>
			<Submit of={form} variant="secondary">
				Change Email
			</Submit>
		</Form>
	)
}

function NameForm({ name: known }: { name: string }) {
	const form = useForm(async ({ text }) => {
		const name = text('name')
		if (name === '') return { name: 'Please enter your name' }
		if (name.length > SIGNUP_NAME_MAX_LENGTH) return { name: NAME_TOO_LONG }
		const outcome = await withProof(() => changeName(name))
		if (!outcome.ok) return { name: describeRefusal(outcome.refusal) }
		toast({ title: 'Name saved', description: `We’ll call you ${name}` })
	})
	return (
		<Form of={form} className="grid w-full max-w-read gap-4">
			<TextField label="Name" name="name" autoComplete="name" defaultValue={known} error={form.problems.name} />
			<Submit of={form} variant="secondary">
				Save Name
			</Submit>
		</Form>
	)
}

const sayChanged = () => void toast({ title: 'Password changed', description: 'All other devices have been signed out' })

export function ProfileTab({ user }: { user: SignedInUser }) {
	return (
		<section aria-labelledby="profile" className="grid grid-cols-1 justify-items-start gap-10">
			<div className="grid w-full grid-cols-1 justify-items-start gap-5">
				<h2 id="profile">Profile</h2>
				<PendingDeletion />
				<NameForm name={user.name ?? ''} />
				<dl>
					<dt className="font-semibold">User ID</dt>
					<dd className="break-all">{user.id}</dd>
				</dl>
				<SignOut />
			</div>
			{user.isManaged ? (
				<ManagedAddress email={user.email} />
			) : (
				<>
					<EmailForm email={user.email} />
					<section aria-labelledby="password" className="grid w-full max-w-read grid-cols-1 gap-4">
						<h3 id="password">Password</h3>
						<NewPasswordForm email={user.email} variant="secondary" onChanged={sayChanged}>
							Change Password
						</NewPasswordForm>
					</section>
				</>
			)}
			<MyData />
		</section>
	)
}

/** Email of an account managed by an organization. Email and password can't be changed (`user_sso_managed`). */
function ManagedAddress({ email }: { email: string }) {
	return (
		<section aria-labelledby="email" className="grid w-full max-w-read grid-cols-1 gap-4">
			<h3 id="email">Email</h3>
			{email !== '' && <p className="break-all">{email}</p>}
			<p>Your organization manages this address and how you sign in. Ask the people who manage it to change them.</p>
		</section>
	)
}

function SignOut() {
	const { isLeaving, leave } = useSignOut()
	return (
		<Button variant="secondary" pending={isLeaving} onClick={() => void leave()}>
			Sign Out
		</Button>
	)
}
