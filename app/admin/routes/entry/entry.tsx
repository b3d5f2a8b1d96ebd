import { use } from 'react'

import { NonceContext } from '#app/admin/nonce.ts'
import { useStandaloneData } from '#app/admin/ui/use-given.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { EntryPage, KeptForm } from '#server/console/shell/visit.ts'

import { EntryFrame, EntryForm } from './entry-parts.tsx'
import { Invitation, InvitationOver } from './invitation.tsx'
import { NoSetupLink, Setup } from './setup.tsx'
import { SignInLinkSent, MailedLink, SignIn } from './sign-in.tsx'

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

const SecondFactor = ({ way, refused, to, formToken }: Props<'second-factor'>) => (
	<>
		{way === 'other' ? (
			<>
				{refused !== null && <Alert>{refused}</Alert>}
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

const NewFactor = ({ qrCode, uri, secret, to, formToken, refused }: Props<'new-factor'>) => (
	<>
		<p>
			Your console is protected by a second factor: a code from an app on your phone, such as Google Authenticator. Open the app, scan this
			code, then enter the six digits that it shows.
		</p>
		<p>
			<img className="bg-white" alt="QR code for your authenticator app" width="200" height="200" src={qrCode} />
		</p>
		<p className="md:hidden">
			<a href={uri}>On this phone, open the app instead</a>
		</p>
		<p className="wrap-anywhere">
			{'Without a camera, type this key: '}
			<code>{secret}</code>
		</p>
		<CodeForm formToken={formToken} to={to} label="Turn on" hint="The app shows new ones every 30 seconds." refused={refused} />
		<SignOut formToken={formToken} />
	</>
)

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

const Problem = ({ message, link, ...rest }: Extract<EntryPage, { page: 'problem' }>) => (
	<>
		<Alert>{message}</Alert>
		{link && (
			<p>
				<a href={link.href}>{link.label}</a>
			</p>
		)}
		<NextStep {...rest} />
		{rest.kept !== null && <Resend kept={rest.kept} />}
	</>
)

/** Inline script of the Copy button, because sign-in pages load no bundle. Without JavaScript, the button stays hidden. */
const COPY = `var b=document.getElementById("copy"),t=document.getElementById("codes");b.hidden=!navigator.clipboard;b.onclick=function(){t.select();navigator.clipboard.writeText(t.value).then(function(){b.textContent="Copied"})}`

/** Shows new recovery codes, once: the server stores only their hashes. */
function RecoveryCodes({ codes, siteUrl, email, to }: Extract<EntryPage, { page: 'recovery-codes' }>) {
	const nonce = use(NonceContext)
	const text = `Recovery codes for ${email} at ${siteUrl}\nEach works once, in place of a code from your authenticator app.\n\n${codes.join('\n')}\n`
	return (
		<>
			<p>
				Use one of these if you can’t use your authenticator app. Each works once. Keep them in a password manager or on paper, not only on
				that phone.
			</p>
			<p className="font-semibold">You won’t see these codes again.</p>
			<TextArea id="codes" label="Recovery codes" readOnly rows={codes.length} value={codes.join('\n')} className="font-mono" />
			<p className="flex flex-wrap gap-3">
				<Button variant="secondary" id="copy" hidden>
					Copy
				</Button>
				<LinkButton variant="secondary" download="recovery-codes.txt" to={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
					Download
				</LinkButton>
			</p>
			<p>
				<LinkButton to={to}>I have saved them</LinkButton>
			</p>
			<InlineScript code={COPY} nonce={nonce} />
		</>
	)
}

/** Page that opens the requested page again, this time with the cookie: browsers omit it when a link in an email is opened. */
const OneMoment = ({ to }: { to: string }) => (
	<>
		<meta httpEquiv="refresh" content={`0; url=${to}`} />
		<p>
			<a href={to}>Continue</a>
		</p>
	</>
)

const TITLES = {
	invitation: 'Join the team',
	'invitation-over': 'This invitation is no longer valid',
	setup: 'Set up your academy',
	'no-setup-link': 'Set up your academy',
	'sign-in': 'Sign in',
	'link-sent': 'Check your inbox',
	'mailed-link': 'Open the console',
	'second-factor': 'Second factor',
	'new-factor': 'Set up your second factor',
	'recovery-codes': 'Save your recovery codes',
	'one-moment': 'One moment',
	problem: 'Something went wrong',
} as const

function Content({ entry }: { entry: EntryPage }) {
	switch (entry.page) {
		case 'invitation':
			return <Invitation {...entry} />
		case 'invitation-over':
			return <InvitationOver {...entry} />
		case 'setup':
			return <Setup {...entry} />
		case 'no-setup-link':
			return <NoSetupLink {...entry} />
		case 'sign-in':
			return <SignIn {...entry} />
		case 'link-sent':
			return <SignInLinkSent {...entry} />
		case 'mailed-link':
			return <MailedLink {...entry} />
		case 'second-factor':
			return <SecondFactor {...entry} />
		case 'new-factor':
			return <NewFactor {...entry} />
		case 'recovery-codes':
			return <RecoveryCodes {...entry} />
		case 'one-moment':
			return <OneMoment {...entry} />
		case 'problem':
			return <Problem {...entry} />
	}
}

/** Sign-in pages and refusals, without JavaScript. A refusal can be shown at any URL, even at one that has no page. */
export default function EntryRoute() {
	const entry = useStandaloneData<EntryPage>()
	return (
		<EntryFrame title={entry.page === 'problem' && entry.isForbidden ? 'Not allowed' : TITLES[entry.page]} siteName={entry.siteName}>
			<Content entry={entry} />
		</EntryFrame>
	)
}
