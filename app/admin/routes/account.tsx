import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readOwnAccountPage } from '#server/console/team/account.ts'

export const loader = createLoader(readOwnAccountPage)

const FACTORS = { totp: 'Authenticator app', phone: 'Text message', webauthn: 'Security key', recovery_code: 'Recovery codes' } as const

/** With fewer recovery codes left, the page suggests new ones. */
const WARN_BELOW_CODES = 3

export default function AccountPage() {
	const { factors, codesLeft, canMakeCodes } = useLoaderData<typeof loader>()
	const { email, role } = useConsole()
	return (
		<Page title="Your account">
			<Facts>
				<Fact name="Email">{email}</Fact>
				<Fact name="Role">{role}</Fact>
				{factors.map(({ id, type, at }) => (
					<Fact key={id} name={FACTORS[type]}>
						{'set up '}
						<Time at={at} />
					</Fact>
				))}
				<Fact name="Recovery codes">
					<StateBadge
						word={codesLeft === null ? 'none yet' : `${codesLeft} left`}
						tone={codesLeft === null || codesLeft < WARN_BELOW_CODES ? 'bad' : 'good'}
					/>
				</Fact>
			</Facts>
			{canMakeCodes && (
				<div>
					<ConfirmForm
						action={consolePaths.recoveryCodes}
						label={codesLeft === null ? 'Create recovery codes' : 'Create new recovery codes'}
						tone="primary"
						hasReason={false}
						reloads
						consequences={[
							['What happens', 'You get ten codes. Each works once, in place of a code from your app.'],
							...(codesLeft === null ? [] : [['Old codes', 'They stop working right away.'] as const]),
						]}
					/>
				</div>
			)}
			<p>
				{'Change your email, password and passkeys '}
				<a href="/settings">on the site, under Settings</a>.
			</p>
		</Page>
	)
}
