import { useEffect, useRef } from 'react'

import { signInWithOrganization } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, useForm } from '#app/lib/form.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { AccountFrame } from './account-frame.tsx'

/**
 * Extracts the domain from a work email or the domain itself; other scripts become Punycode.
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
