import { consolePaths } from '#contracts/console-paths.ts'
import type { EntryPage } from '#server/console/shell/visit.ts'

import { EntryForm, PasswordField } from './entry-parts.tsx'

type Props<Name extends EntryPage['page']> = Extract<EntryPage, { page: Name }>

/** Form to accept an invitation. A new account also sets its password here. */
export const Invitation = ({ token, email, role, needsPassword, passwordLength, refused }: Props<'invitation'>) => (
	<>
		<p className="wrap-anywhere">
			{`You were invited as ${email}. `}
			{role === 'operator'
				? 'As an operator, you can do everything in the console.'
				: 'As support, you can answer messages and see orders and learners.'}
		</p>
		<EntryForm action={consolePaths.invitation} label="Join the team" hidden={{ token }}>
			{needsPassword ? (
				<PasswordField
					label="Choose a password"
					hint={`At least ${passwordLength} characters.`}
					autoComplete="new-password"
					error={refused ?? undefined}
				/>
			) : (
				refused !== null && (
					<p role="alert" className="callout" data-tone="danger">
						{refused}
					</p>
				)
			)}
		</EntryForm>
		<p className="text-soft">Next, set up an authenticator app or enter its code: the console always requires a second factor.</p>
	</>
)

export const InvitationOver = ({ validDays }: Props<'invitation-over'>) => (
	<>
		<p>{`This invitation was already used or canceled, or it’s older than ${validDays} days. Ask the person who invited you for a new one.`}</p>
		<p>
			<a href={consolePaths.signIn}>Sign in</a>
		</p>
	</>
)
