import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm, type FormField } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readTeam } from '#server/console/team/read-team.ts'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = load(readTeam)

type Team = Awaited<ReturnType<typeof loader>>
type Member = Team['members'][number]

const REASON: FormField = { name: 'reason', label: 'Reason', hint: 'For the activity log.', maxLength: 500 }
const roleField = (value: string): FormField => ({
	name: 'role',
	label: 'Role',
	value,
	options: [
		['support', 'Support: answers people, sees orders and learners'],
		['operator', 'Operator: everything'],
	],
})

function MemberActions({ member, team: { me, isLastOperator } }: { member: Member; team: Team }) {
	if (isLastOperator && member.role === 'operator') return 'The only operator: cannot be removed.'
	const address = `${consolePaths.team}/${member.id}`
	const other = member.role === 'operator' ? 'support' : 'operator'
	return (
		<div className="grid gap-2">
			<ConfirmForm
				action={`${address}/role`}
				label="Change role"
				title={`Change the role of ${member.email ?? 'this person'}?`}
				fields={[roleField(other)]}
				consequences={[['What happens', 'They are signed out of the console and sign in again with the new role.']]}
				tone="primary"
			/>
			<ConfirmForm
				action={`${address}/end`}
				label="End access"
				title={`End the console access of ${member.email ?? 'this person'}?`}
				consequences={[
					[
						member.id === me ? 'You lose' : 'They lose',
						`The console, at once${member.id === me ? ': this is you' : ''}. The role ${member.role} is taken away.`,
					],
					['Kept', 'Their account on the site, what they bought, and their entries in the activity log.'],
					['Afterwards', 'You can invite them again.'],
				]}
			/>
		</div>
	)
}

const Invitations = ({ invitations, now }: Pick<Team, 'invitations' | 'now'>) => (
	<DataTable
		caption="Open invitations"
		rows={invitations}
		rowKey={({ id }) => id}
		empty="No open invitations."
		columns={[
			{ head: 'Email', cell: ({ email }) => email },
			{ head: 'Role', cell: ({ role }) => role },
			{ head: 'Sent', cell: ({ sentAt }) => <Time at={sentAt} /> },
			{
				head: 'Expires',
				cell: ({ expiresAt }) => (expiresAt <= now ? <StateBadge word="expired" tone="warn" /> : <Time at={expiresAt} />),
			},
			{
				head: 'Actions',
				cell: ({ id, email }) => (
					<div className="grid gap-2">
						<ConfirmForm
							action={`${consolePaths.team}/invitations/${id}/resend`}
							label="Send again"
							title={`Send the invitation to ${email} again?`}
							consequences={[['What happens', 'A new link is mailed. The link before it stops working.']]}
							tone="primary"
						/>
						<ConfirmForm
							action={`${consolePaths.team}/invitations/${id}/withdraw`}
							label="Withdraw"
							title={`Withdraw the invitation to ${email}?`}
							consequences={[['What happens', 'The mailed link stops working at once. You can invite them again.']]}
						/>
					</div>
				),
			},
		]}
	/>
)

export default function TeamPage() {
	const team = useLoaderData<typeof loader>()
	return (
		<Page title="Team">
			<DataTable
				caption="People"
				rows={team.members}
				rowKey={({ id }) => id}
				empty=""
				columns={[
					{ head: 'Email', cell: ({ id, email }) => `${email ?? '–'}${id === team.me ? ' (you)' : ''}` },
					{
						head: 'Role',
						cell: ({ role, isBanned }) => <StateBadge word={isBanned ? `${role}, banned` : role} tone={isBanned ? 'bad' : 'calm'} />,
					},
					{ head: 'Last seen', cell: ({ seenAt }) => (seenAt === null ? 'never' : <Time at={seenAt} />) },
					{
						head: 'Second factor',
						cell: ({ hasFactor }) => <StateBadge word={hasFactor ? 'on' : 'at next sign-in'} tone={hasFactor ? 'good' : 'warn'} />,
					},
					{ head: 'Actions', cell: (member) => <MemberActions member={member} team={team} /> },
				]}
			/>
			<h2>Invite someone</h2>
			<ActionForm
				action={`${consolePaths.team}/invite`}
				label="Send invitation"
				fields={[{ name: 'email', label: 'Email', type: 'email', maxLength: 320, autoComplete: 'off' }, roleField('support'), REASON]}
				isGuarded
			/>
			<h2>Invitations</h2>
			<Invitations invitations={team.invitations} now={team.now} />
		</Page>
	)
}
