import { useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'

import { JsonFields } from '#app/admin/json-form/json-fields.tsx'
import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { Fact, Facts, StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { useChangedPart } from '#app/admin/ui/use-changed-part.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { ShownSettingsPart } from '#server/console/settings/part-form.ts'
import { readSubject } from '#server/console/settings/read-settings.ts'

import { BrandLayout } from './brand-layout.tsx'
import { MissingForInvoices } from './missing-for-invoices.tsx'
import { ServiceCard } from './service-card.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = createLoader(readSubject)

type Loaded = Awaited<ReturnType<typeof loader>>
type Part = Loaded['parts'][number]

type Values = Readonly<Record<string, string>>
type InputsProps = { part: Part; address: string; shown: ShownSettingsPart | undefined; typed: Values; errors: Values }

/** Inputs of a settings form. After a refused save, they show the submitted values until a save succeeds. */
function Inputs({ part, address, shown, typed, errors }: InputsProps) {
	const [kept, setKept] = useState({ shown, revision: 0 })
	if (shown && shown !== kept.shown) setKept(({ revision }) => ({ shown, revision: revision + 1 }))
	const { shown: current = part.shown, revision } = kept
	const field = useChangedPart(revision)
	return (
		<div ref={field} className="grid min-w-0 gap-4">
			<input type="hidden" name="part" value={part.id} />
			<input type="hidden" name="base" value={current.base} />
			{/* Enter presses a form's first button, so this one saves. */}
			<button type="submit" name="do" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
			<JsonFields
				form={current.form}
				revision={revision}
				action={address}
				check={{ part: part.id }}
				values={part.values}
				below={
					part.lastName === null
						? undefined
						: {
								name: part.lastName,
								content: (
									<Checkbox
										key={revision}
										name="renames"
										value="yes"
										label="Use a new name in all other texts, too"
										hint="Only the name changes, not what these texts say about the course. Each becomes a draft that you can review before you publish."
										defaultChecked
									/>
								),
							}
				}
			/>
			{part.linkTargets && (
				<Select
					key={`links ${revision}`}
					name="links_to"
					error={errors.links_to}
					label="Links to pages that are off"
					hint="When you turn a page off, the links and buttons that lead there are changed in all texts. The words around them stay."
					emptyLabel="Don’t change them"
					options={part.linkTargets.map(([address, title]) => [address, `Point to: ${title}`])}
					defaultValue={typed.links_to ?? part.linkTargets[0]?.[0]}
				/>
			)}
			{part.file === 'company/seller.json' && <MissingForInvoices key={revision} />}
		</div>
	)
}

function PartForm({ subject, part }: { subject: string; part: Part }) {
	const address = `${consolePaths.settings}/${subject}`
	const { key } = useLocation()
	/** `sentAt`: key of the page on which the form was sent; the next page shows what was saved. */
	const [{ isChanged, sentAt }, setEdit] = useState<{ isChanged: boolean; sentAt: string | null }>({ isChanged: false, sentAt: null })
	if (sentAt !== null && sentAt !== key) setEdit({ isChanged: false, sentAt: null })
	return (
		<FormSection
			id={`part-${part.id}`}
			title={part.title}
			about={
				<>
					{part.about !== undefined && <p className="text-soft">{part.about}</p>}
					{part.links && (
						<ul>
							{part.links.map(({ title, href }) => (
								<li key={href}>
									<Link to={href}>{title}</Link>
								</li>
							))}
						</ul>
					)}
					<p>
						<Link to={fileAddress(part.file, consolePaths.contentHistory)}>History</Link>
					</p>
				</>
			}
			onInput={() => setEdit({ isChanged: true, sentAt: null })}
			onSubmit={() => setEdit({ isChanged, sentAt: key })}
		>
			{part.hasDraft && part.amounts.length > 0 && (
				<Callout title="Check these amounts:">
					<ul>
						{part.amounts.map((each) => (
							<li key={each}>{each}</li>
						))}
					</ul>
				</Callout>
			)}
			{(part.prices.length > 1 || part.prices.some(({ draft, published }) => draft !== null || published === null)) && (
				<DataTable
					caption="What buyers pay"
					rows={part.prices}
					rowKey={({ href }) => href}
					empty=""
					columns={[
						{ head: 'Offer', card: 'title', cell: ({ name, href }) => <Link to={href}>{name}</Link> },
						{ head: 'Public price', card: 'plain', cell: ({ published }) => published ?? 'not public yet' },
						{
							head: 'Your draft',
							card: 'end',
							cell: ({ draft }) => (draft === null ? 'no change' : <StateBadge word={`${draft}, not published`} tone="warn" />),
						},
					]}
				/>
			)}
			<ActionForm
				action={address}
				id={part.id}
				label="Save draft"
				isSticky={part.id !== 'access'}
				keepsPlace
				beside={
					<p role="status">
						{isChanged
							? 'Not saved yet'
							: part.hasDraft && (
									<>
										{'Not public yet. '}
										<Link to={consolePaths.contentPublish}>Review changes and publish</Link>
									</>
								)}
					</p>
				}
			>
				{({ shown, typed, errors }) => (
					<Inputs part={part} address={address} shown={shown as ShownSettingsPart | undefined} typed={typed} errors={errors} />
				)}
			</ActionForm>
		</FormSection>
	)
}

export default function SettingsSubjectPage() {
	const { id, title, pages, parts, brand, links, rules, service, goingLive } = useLoaderData<typeof loader>()
	const forms = parts.map((part) => <PartForm key={part.id} subject={id} part={part} />)
	return (
		<Page
			title={title}
			{...(links.length > 0 && {
				beside: (
					<ul className="flex flex-wrap items-center gap-x-6 gap-y-2">
						{links.map(({ title: words, href, isAction = false }) => (
							<li key={href}>
								{isAction ? (
									<LinkButton to={href} variant="secondary">
										{words}
									</LinkButton>
								) : (
									<Link to={href}>{words}</Link>
								)}
							</li>
						))}
					</ul>
				),
			})}
		>
			<SettingsLayout current={id} pages={pages}>
				{service && service.name !== 'address' && <ServiceCard subject={id} service={service} goingLive={goingLive} />}
				{brand ? <BrandLayout brand={brand} version={parts.map(({ shown }) => shown.base).join(' ')} forms={forms} /> : forms}
				{rules && (
					<FormSection id="rules" title={rules.title} about={<p className="text-soft">{rules.why}</p>}>
						<Facts>
							{rules.facts.map(([name, value]) => (
								<Fact key={name} name={name}>
									{value}
								</Fact>
							))}
						</Facts>
					</FormSection>
				)}
				{service?.name === 'address' && <ServiceCard subject={id} service={service} goingLive={goingLive} />}
			</SettingsLayout>
		</Page>
	)
}
