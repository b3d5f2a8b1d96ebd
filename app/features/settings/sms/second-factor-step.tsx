import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { loadAuth } from '#app/lib/backend.ts'
import { Form, Submit } from '#app/lib/form.tsx'
import { type Problems, useForm } from '#app/lib/use-form.ts'
import { Callout } from '#app/ui/callout.tsx'
import { CodeField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { confirmSecondFactor, sendSecondFactorCode } from './sms-api.ts'

/** Whether this session has shown a second factor; read from its token, without a request. */
async function readIsRaised(): Promise<boolean> {
	const auth = await loadAuth()
	const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
	return data?.currentLevel === 'aal2'
}

function fail(description: string): Problems {
	toast({ title: 'Error', description, variant: 'destructive' })
	return { code: description }
}

/** While texts are the second factor, a session that has not shown one cannot change them. */
export function SecondFactorStep({ phone }: { phone: string }) {
	const queries = useQueryClient()
	const raised = useQuery({ queryKey: ['is-raised'], queryFn: readIsRaised, staleTime: 0 })
	const [isAwaited, setAwaited] = useState(false)
	const request = useForm(async () => {
		const outcome = await sendSecondFactorCode(phone)
		if (!outcome.ok) return fail(outcome.message ?? 'Failed to send two-factor code')
		setAwaited(true)
		toast({ title: 'Code sent', description: 'Two-factor authentication code sent to your phone' })
	})
	const answer = useForm(async ({ text }) => {
		const code = text('code')
		if (code === '') return fail('Please enter the verification code')
		const outcome = await confirmSecondFactor(phone, code)
		if (!outcome.ok) return fail(outcome.message ?? 'Failed to verify code')
		await queries.invalidateQueries({ queryKey: ['is-raised'] })
		toast({ title: 'Verified', description: 'Two-factor authentication successful' })
	})

	if (raised.data !== false) return null
	return (
		<Callout title="Confirm that it is you">
			<p className="max-w-read">Your phone is your second factor. Before you change the number or switch it off, enter a code from it.</p>
			{isAwaited ? (
				<Form of={answer} className="mt-3 grid gap-4">
					<CodeField label="Second-Factor Code" placeholder="Enter 6-digit code" error={answer.problems.code} />
					<Submit of={answer}>Confirm</Submit>
				</Form>
			) : (
				<Form of={request} className="mt-3">
					<Submit of={request} variant="secondary">
						Send Code
					</Submit>
				</Form>
			)}
		</Callout>
	)
}
