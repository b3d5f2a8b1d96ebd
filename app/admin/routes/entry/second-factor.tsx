import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { EntryPage } from '#server/console/shell/visit.ts'

import { EntryForm } from './entry-parts.tsx'

type Props<Name extends EntryPage['page']> = Extract<EntryPage, { page: Name }>
type CodeFormProps = { formToken: string; to: string; label: string; hint: string; refused?: string | null; isFirst?: boolean }

const CodeForm = ({ formToken, to, label, hint, refused = null, isFirst = false }: CodeFormProps) => (
	<EntryForm action={consolePaths.secondFactor} label={label} hidden={{ form_token: formToken, to }}>
		<TextField
			id="code"
			name="code"
			label="Code"
			hint={hint}
			autoComplete="one-time-code"
			required
			maxLength={40}
			error={refused ?? undefined}
			autoFocus={isFirst}
		/>
	</EntryForm>
)

const SignOut = ({ formToken }: { formToken: string }) => (
	<EntryForm action={consolePaths.signOut} label="Sign out" hidden={{ form_token: formToken }} tone="quiet" />
)

export const SecondFactor = ({ way, refused, to, formToken }: Props<'second-factor'>) => (
	<>
		{way === 'other' ? (
			<>
				{refused !== null && (
					<Callout tone="danger" role="alert">
						{refused}
					</Callout>
				)}
				<p>Your account has a second factor, but no authenticator app. Add one on the site, under Settings, then come back.</p>
			</>
		) : (
			<CodeForm
				formToken={formToken}
				to={to}
				label="Continue"
				hint="Six digits from your authenticator app, or a recovery code."
				refused={refused}
				isFirst
			/>
		)}
		<SignOut formToken={formToken} />
	</>
)

export const NewFactor = ({ qrCode, secret, to, formToken, refused }: Props<'new-factor'>) => (
	<>
		<p>
			Your console is protected by a second factor: a code from an app on your phone, such as Google Authenticator. Open the app, scan this
			code, then enter the six digits that it shows.
		</p>
		<p>
			<img className="bg-white" alt="QR code for your authenticator app" width="200" height="200" src={qrCode} />
		</p>
		<p className="wrap-anywhere">
			{'Without a camera, type this key: '}
			<code>{secret}</code>
		</p>
		<CodeForm formToken={formToken} to={to} label="Turn on" hint="The app shows new ones every 30 seconds." refused={refused} />
		<SignOut formToken={formToken} />
	</>
)
