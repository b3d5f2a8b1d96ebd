import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, Submit, useForm } from '#app/lib/form.tsx'
import type { SignedInUser } from '#app/lib/stored-session.ts'
import { useSignOut } from '#app/lib/use-sign-out.ts'
import { guard } from '#app/second-factor/guard.ts'
import { NewPasswordForm } from '#app/second-factor/new-password-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import { EmailForm } from './email-form.tsx'
import { MyData, PendingDeletion } from './my-data.tsx'
import { changeName } from './profile-calls.ts'

function NameForm({ name: known }: { name: string }) {
	const form = useForm(async ({ text }) => {
		const name = text('name')
		if (name === '') return { name: 'Please enter your name' }
		if (name.length > SIGNUP_NAME_MAX_LENGTH) return { name: NAME_TOO_LONG }
		const outcome = await guard(() => changeName(name))
		if (!outcome.ok) return { name: describeRefusal(outcome.refusal) }
		toast({ title: 'Name saved', description: `We will call you ${name}` })
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

/** Email of an account that an organization manages. Email and password can't be changed here (`user_sso_managed`). */
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
