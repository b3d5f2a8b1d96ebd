import type { SignedInUser } from '#app/lib/stored-session.ts'
import { useSignOut } from '#app/lib/use-sign-out.ts'
import { Button } from '#app/ui/button.tsx'

import { EmailForm } from './email-form.tsx'
import { MyData, PendingDeletion } from './my-data.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** Who is signed in here: name, address, password, own data, and sign-out. */
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
					<PasswordForm email={user.email} />
				</>
			)}
			<MyData />
		</section>
	)
}

/** This account cannot change its address or password (`user_sso_managed`). */
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
