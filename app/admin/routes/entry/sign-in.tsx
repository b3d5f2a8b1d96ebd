import { Alert } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { EntryPage } from '#server/console/shell/visit.ts'

import { EmailField, EntryForm, PasswordField } from './entry-parts.tsx'

type Props<Name extends EntryPage['page']> = Extract<EntryPage, { page: Name }>

/** Sign-in by password or by emailed link. The link still works while wrong passwords, perhaps a stranger's, have locked the account. */
export const SignIn = ({ email, to, errors, refused }: Props<'sign-in'>) => (
	<>
		{refused !== null && <Alert>{refused}</Alert>}
		<EntryForm
			action={consolePaths.signIn}
			label="Sign in"
			hidden={{ to }}
			other={{ action: consolePaths.mailedLink, label: 'Email me a sign-in link' }}
		>
			<EmailField label="Email" defaultValue={email} error={errors.email} />
			<PasswordField label="Password" autoComplete="current-password" error={errors.password} />
		</EntryForm>
		<p className="text-soft">
			The console is for the people who run this academy. Learners sign in <a href="/login">on the site</a>.
		</p>
	</>
)

export const SignInLinkSent = ({ validMinutes, againMinutes }: Props<'link-sent'>) => (
	<>
		<p>
			{`If this address has console access, a sign-in link is on its way. It works once, within ${validMinutes} minutes, and asks for your second factor next.`}
		</p>
		<p>{`No email? You can request another link ${againMinutes} minutes after the last one.`}</p>
		<p>
			<a href={consolePaths.signIn}>Back to sign-in</a>
		</p>
	</>
)

export const MailedLink = ({ token, to }: Props<'mailed-link'>) => (
	<EntryForm action={consolePaths.openLink} label="Sign in" hidden={{ token, to }} />
)
