import { Callout } from '#app/ui/callout.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { EntryPage, KeptForm } from '#server/console/shell/visit.ts'

import { EntryForm } from './entry-parts.tsx'

function Resend({ kept: { action, fields, code, formToken, written } }: { kept: KeptForm }) {
	const hidden = { ...fields, form_after: code, ...(formToken !== null && { form_token: formToken }) }
	return (
		<>
			<EntryForm action={action} label="Send again" hidden={hidden}>
				{code === 'mfa_verification_failed' && (
					<TextField
						id="code"
						name="code"
						label="Code from your authenticator app"
						autoComplete="one-time-code"
						required
						maxLength={40}
						autoFocus
					/>
				)}
			</EntryForm>
			{written.map(([name, text]) => (
				<TextArea key={name} label={`What you entered (${name})`} rows={6} readOnly defaultValue={text} />
			))}
		</>
	)
}

/** Says that nothing was changed, unless that is unknown. */
function NextStep({ back, isOutcomeUnknown, kept }: Omit<Extract<EntryPage, { page: 'problem' }>, 'page' | 'message' | 'link'>) {
	const goBack = <a href={back}>Go back</a>
	if (isOutcomeUnknown) return <p>{goBack}</p>
	if (kept === null) return <p>Nothing was changed. {goBack}</p>
	if (kept.formToken !== null) return <p>Nothing was changed. {goBack}, or send the form again.</p>
	return (
		<p>
			{'Nothing was changed. '}
			<a href={consolePaths.signIn} target="_blank">
				Sign in again in a new tab
			</a>
			, then come back to this page and send the form again.
		</p>
	)
}

export const Problem = ({ message, link, ...rest }: Extract<EntryPage, { page: 'problem' }>) => (
	<>
		<Callout tone="danger" role="alert">
			{message}
		</Callout>
		{link && (
			<p>
				<a href={link.href}>{link.label}</a>
			</p>
		)}
		<NextStep {...rest} />
		{rest.kept !== null && <Resend kept={rest.kept} />}
	</>
)
