import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import type { FormField } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { EmailAddress, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readTeam } from '#server/console/team/read-team.ts'

import { SettingsLayout } from './settings-layout.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = createLoader(readTeam)

type Team = Awaited<ReturnType<typeof loader>>
type Member = Team['members'][number]
type Invitation = Team['invitations'][number]

const REASON: FormField = {
	name: 'reason',
	label: 'Reason (optional)',
	hint: 'For the activity log.',
	maxLength: 500,
	isRequired: false,
}
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
	if (isLastOperator && member.role === 'operator') return 'The only operator: can’t be removed.'
	const address = `${consolePaths.team}/${member.id}`
	const other = member.role === 'operator' ? 'support' : 'operator'
	return (
		<>
			<ConfirmForm
				action={`${address}/role`}
				label="Change role"
				title={`Change the role of ${member.email ?? 'this person'}?`}
				fields={[roleField(other)]}
				consequences={[['What happens', 'They’re signed out of the console, and have the new role when they sign in again.']]}
				tone="primary"
			/>
			<ConfirmForm
				action={`${address}/end`}
				label="End access"
				title={`End console access for ${member.email ?? 'this person'}?`}
				consequences={[
					[
						member.id === me ? 'You lose' : 'They lose',
						`Console access, immediately${member.id === me ? ': this is you' : ''}. The role “${member.role}” is removed.`,
					],
					['Kept', 'Their account on the site, what they bought, and their entries in the activity log.'],
					['Afterwards', 'You can invite them again.'],
				]}
			/>
		</>
	)
}

const InvitationActions = ({ invitation: { id, email } }: { invitation: Invitation }) => (
	<>
		<ConfirmForm
			action={`${consolePaths.team}/invitations/${id}/resend`}
			label="Resend"
			title={`Resend the invitation to ${email}?`}
			consequences={[['What happens', 'We’ll email a new link. The previous link stops working.']]}
			tone="primary"
		/>
		<ConfirmForm
			action={`${consolePaths.team}/invitations/${id}/withdraw`}
			label="Cancel invitation"
			cancelLabel="Go back"
			title={`Cancel the invitation to ${email}?`}
			consequences={[['What happens', 'The link stops working immediately. You can invite them again.']]}
		/>
	</>
)

type Person = { key: string; email: ReactNode; role: string; state: ReactNode; seen: ReactNode; actions: ReactNode }

const presentMember = (member: Member, team: Team): Person => ({
	key: member.id,
	email: (
		<>
			<EmailAddress email={member.email ?? '–'} />
			{member.id === team.me && ' (you)'}
		</>
	),
	role: member.role,
	state: (
		<>
			{member.isBanned ? <StateBadge word="banned" tone="bad" /> : <StateBadge word="active" tone="good" />}
			<span className="block text-soft">{member.hasFactor ? 'Second factor on' : 'Second factor at next sign-in'}</span>
		</>
	),
	seen: member.seenAt === null ? 'never' : <Time at={member.seenAt} />,
	actions: <MemberActions member={member} team={team} />,
})

const presentInvitation = (invitation: Invitation, now: Date): Person => ({
	key: invitation.id,
	email: <EmailAddress email={invitation.email} />,
	role: invitation.role,
	state:
		invitation.expiresAt <= now ? (
			<StateBadge word="invitation expired" tone="warn" />
		) : (
			<>
				<StateBadge word="invited" />
				<span className="block text-soft">
					{'until '}
					<Time at={invitation.expiresAt} />
				</span>
			</>
		),
	seen: '–',
	actions: <InvitationActions invitation={invitation} />,
})

export default function TeamPage() {
	const team = useLoaderData<typeof loader>()
	const { members, invitations, now } = team
	return (
		<Page
			title="Team"
			beside={
				<ConfirmForm
					action={`${consolePaths.team}/invite`}
					opener="Invite someone"
					openerTone="primary"
					title="Invite someone"
					label="Send invitation"
					fields={[{ name: 'email', label: 'Email', type: 'email', maxLength: 320, autoComplete: 'off' }, roleField('support'), REASON]}
					hasReason={false}
					tone="primary"
				/>
			}
		>
			<SettingsLayout current="team" pages={team.pages}>
				<DataTable
					caption="People"
					rows={[...members.map((each) => presentMember(each, team)), ...invitations.map((each) => presentInvitation(each, now))]}
					rowKey={({ key }) => key}
					empty=""
					columns={[
						{
							head: 'Person',
							card: 'title',
							cell: ({ email, role }) => (
								<>
									{email}
									<span className="block text-soft">{role}</span>
								</>
							),
						},
						{ head: 'Status', card: 'plain', cell: ({ state }) => state },
						{ head: 'Last seen', cell: ({ seen }) => seen },
						{ head: 'Actions', card: 'plain', cell: ({ actions }) => <div className="flex flex-wrap gap-2">{actions}</div> },
					]}
				/>
			</SettingsLayout>
		</Page>
	)
}
