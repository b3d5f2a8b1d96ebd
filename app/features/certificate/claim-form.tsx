import { useState, type SyntheticEvent } from 'react'

import { ApiError } from '#app/lib/own-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { CERTIFICATE_NAME_MAX, checkCertificateName } from '#domain/certificates/certificate-name.ts'

import { useClaim } from './use-own-certificate.ts'

const messageOf = (error: Error) => {
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable')
		return 'We cannot reach the server. Nothing is lost: try again when you are back online.'
	return error.failure.fields.name ?? error.failure.message
}

/** Asks once for the name to print: it cannot be changed afterwards. */
export function ClaimForm({ userId, suggestedName }: { userId: string; suggestedName: string }) {
	const [name, setName] = useState(suggestedName)
	const [problem, setProblem] = useState<string>()
	const claim = useClaim(userId)

	function submit(event: SyntheticEvent) {
		event.preventDefault()
		const verdict = checkCertificateName(name)
		setProblem(verdict.ok ? undefined : verdict.message)
		if (!verdict.ok) return
		claim.mutate(verdict.name, {
			onSuccess: () => toast({ title: 'Your certificate is ready', description: 'It is signed, and anyone can check it.' }),
		})
	}

	return (
		<form noValidate onSubmit={submit} className="grid max-w-read gap-5">
			<TextField
				label="Your name on the certificate"
				hint="As you want others to see it, in any alphabet. Your name, the course and the date are public; nothing else is. You cannot change it later."
				name="name"
				autoComplete="name"
				maxLength={CERTIFICATE_NAME_MAX * 2}
				required
				value={name}
				error={problem}
				onChange={(event) => setName(event.target.value)}
			/>
			{claim.isError && (
				<Callout tone="danger" role="alert" title="The certificate could not be issued">
					<p>{messageOf(claim.error)}</p>
				</Callout>
			)}
			<div>
				<Button type="submit" size="lg" pending={claim.isPending}>
					{claim.isPending ? 'Signing Your Certificate…' : 'Claim Your Graduation Certificate'}
				</Button>
			</div>
		</form>
	)
}
