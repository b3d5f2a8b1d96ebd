import { useState } from 'react'

import { signOut } from '#app/lib/auth-calls.ts'
import type { SignedInUser } from '#app/lib/stored-session.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'

/** Who is signed in here, and the way out (spec B §2, words of §8). */
export function ProfileTab({ user }: { user: SignedInUser }) {
	const [isLeaving, setLeaving] = useState(false)

	async function leave() {
		setLeaving(true)
		const outcome = await signOut()
		setLeaving(false)
		if (outcome.ok) return toast({ title: 'Signed out', description: 'You have been successfully signed out' })
		const description = 'message' in outcome.refusal ? outcome.refusal.message : 'Failed to sign out'
		toast({ title: 'Error', description, variant: 'destructive' })
	}

	return (
		<section aria-labelledby="profile" className="grid justify-items-start gap-5">
			<h2 id="profile">Profile</h2>
			<dl className="grid gap-4">
				{user.name && <Fact term="Name" value={user.name} />}
				<Fact term="Email" value={user.email} />
				<Fact term="User ID" value={user.id} />
			</dl>
			<Button variant="secondary" pending={isLeaving} onClick={() => void leave()}>
				Sign Out
			</Button>
		</section>
	)
}

function Fact({ term, value }: { term: string; value: string }) {
	return (
		<div>
			<dt className="font-semibold">{term}</dt>
			<dd className="break-all">{value}</dd>
		</div>
	)
}
