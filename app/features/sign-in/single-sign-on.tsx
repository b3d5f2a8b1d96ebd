import { type FormEvent, useEffect, useRef } from 'react'

import { signInWithOrganization } from '#app/lib/auth-calls.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { AccountFrame } from './account-frame.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { readWorkDomain } from './work-domain.ts'

/** Sign-in by the organization that a work address belongs to. The browser goes to the organization's own page. */
export function SingleSignOn({ next, onBack }: { next: string | null; onBack: () => void }) {
	const { busyWith, error, setError, run } = useAuthForm<'leave'>()
	const field = useRef<HTMLInputElement>(null)
	// On arrival, and again after each refusal.
	useEffect(() => field.current?.focus(), [error])

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const typed = new FormData(event.currentTarget).get('work')
		const domain = readWorkDomain(typeof typed === 'string' ? typed : '')
		if (domain === null) return setError('Please enter your work address, or the part after the @')
		void run(
			'leave',
			() => signInWithOrganization(domain, next),
			() => {},
		)
	}

	return (
		<AccountFrame
			title="Single sign-on"
			intro={<p>For learners whose school or company has set this up with us. You sign in there, then come back here.</p>}
		>
			<form noValidate className="grid gap-5" onSubmit={submit}>
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
					error={error ?? undefined}
				/>
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					<Button type="submit" size="lg" pending={busyWith === 'leave'}>
						Continue
					</Button>
					<Button variant="quiet" onClick={onBack}>
						Sign in another way
					</Button>
				</div>
			</form>
		</AccountFrame>
	)
}
