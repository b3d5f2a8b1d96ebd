import type { ComponentProps } from 'react'
import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm, type FormField, type ToField } from '#app/admin/ui/action-form.tsx'
import { AmountBox } from '#app/admin/ui/amount-box.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { useChosen } from '#app/admin/ui/shown-for-choice.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { currencySign } from '#domain/pricing/money.ts'
import { readNewDraftForm } from '#server/console/content/begin-draft.ts'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = createLoader(readNewDraftForm)

type Loaded = Awaited<ReturnType<typeof loader>>

const TITLES = {
	lesson: 'New lesson',
	module: 'New module',
	course: 'New course',
	article: 'New article',
	page: 'New page',
	offer: 'New offer',
} as const

const moduleFields = ({ templates }: NonNullable<Loaded['course']>): readonly FormField[] => [
	{ name: 'title', label: 'Title', maxLength: 120 },
	{ name: 'summary', label: 'What it teaches, in one sentence', maxLength: 120 },
	{ name: 'minutes', label: 'Duration in minutes', value: '60', maxLength: 3 },
	{ name: 'lesson', label: 'Title of the first lesson', hint: 'You can add more lessons later.', maxLength: 120 },
	...(templates.length === 0
		? []
		: [
				{
					name: 'template',
					label: 'Included template',
					options: [['', 'None'], ...templates.map(({ slug, title }) => [slug, title] as const)] as const,
					isRequired: false,
				},
			]),
]

const courseFields = (owners: Loaded['owners']): readonly FormField[] => [
	{ name: 'title', label: 'Title', maxLength: 100 },
	{
		name: 'address',
		label: 'Web address',
		hint: 'For example, my-second-course. Leave empty to create it from the title.',
		maxLength: 60,
		isRequired: false,
	},
	{
		name: 'owner',
		label: 'Part of',
		hint: 'Everyone with access to that course can open the new one, too.',
		options: [['', 'None (sold on its own)'], ...owners.map(({ id, title }) => [id, title] as const)],
		isRequired: false,
	},
]

const fieldsOf = ({ kind, modules, module, currency, currencies, course, owners }: Loaded): readonly FormField[] => {
	if (course) return moduleFields(course)
	if (kind === 'course') return courseFields(owners)
	if (kind === 'lesson')
		return [
			{ name: 'title', label: 'Title', maxLength: 120 },
			{ name: 'module', label: 'Module', value: module, options: modules.map(({ id, title }) => [String(id), title] as const) },
			{ name: 'duration', label: 'Duration', hint: 'For example, 30 minutes or 2 hours.', value: '30 minutes', maxLength: 40 },
			{
				name: 'summary',
				label: 'What it’s about, in one sentence',
				hint: 'Shown in the list of lessons.',
				maxLength: 120,
			},
		]
	if (kind === 'article')
		return [
			{ name: 'title', label: 'Title', maxLength: 80 },
			{ name: 'excerpt', label: 'What it’s about, in one sentence', hint: 'For lists and search results.', maxLength: 120 },
			{ name: 'author', label: 'Author', value: 'The editors', maxLength: 80 },
		]
	if (kind === 'page')
		return [
			{ name: 'title', label: 'Title', maxLength: 80 },
			{ name: 'summary', label: 'What it’s about, in one sentence', hint: 'For search results and link previews.', maxLength: 120 },
			{
				name: 'address',
				label: 'Web address',
				hint: 'For example, /about-us. Leave empty to create it from the title.',
				maxLength: 60,
				isRequired: false,
			},
		]
	return [
		{ name: 'name', label: 'Name', hint: 'Shown at checkout and on receipts and invoices.', maxLength: 120 },
		{ name: 'currency', label: 'Currency', value: currency, options: currencies },
	]
}

type Contents = NonNullable<Loaded['contents']>
type Checks = { legend: string; all: Contents[keyof Contents]; typed: Readonly<Record<string, string>> }

const Checks = ({ legend, all, typed }: Checks) => (
	<fieldset>
		<legend className="font-semibold">{legend}</legend>
		{all.map(({ field, title, isOnly = false }) => (
			<Checkbox
				key={field}
				id={field}
				name={field}
				value="yes"
				label={title}
				defaultChecked={field in typed || (isOnly && !('name' in typed))}
			/>
		))}
	</fieldset>
)

function ContentsFields({ contents, typed, error }: { contents: Contents; typed: Checks['typed']; error: string | undefined }) {
	return (
		<fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : 'contents-error'}>
			<legend className="font-semibold">What buyers get</legend>
			<p className="text-soft">Choose at least one.</p>
			{error !== undefined && (
				<p id="contents-error" role="alert" className="font-semibold text-danger-ink">
					{error}
				</p>
			)}
			<Checks legend="Whole courses" all={contents.courses} typed={typed} />
			<Checks legend="Single modules" all={contents.modules} typed={typed} />
		</fieldset>
	)
}

/** Field for an amount, with the sign of the chosen currency. */
function AmountField({ currency, ...given }: { currency: string } & ComponentProps<typeof TextField>) {
	const { id, label, hint, error, ...rest } = given
	const chosen = useChosen('currency') || currency
	return (
		<Field id={id ?? ''} label={label} hint={hint} error={error}>
			{(aria) => (
				<AmountBox sign={currencySign(chosen)}>
					<input {...rest} {...aria} id={id} className="control" inputMode="decimal" maxLength={12} />
				</AmountBox>
			)}
		</Field>
	)
}

type OfferFieldsProps = { loaded: Loaded; typed: Checks['typed']; errors: Checks['typed']; field: ToField }

const OfferFields = ({ loaded: { contents, currency }, typed, errors, field }: OfferFieldsProps) => (
	<>
		<AmountField {...field('price')} currency={currency} label="Price" hint="For example, 47.00." required />
		<AmountField
			{...field('regular')}
			currency={currency}
			label="Regular price (optional)"
			hint="Must be above the price. Leave empty to show only the price."
		/>
		<TextField
			{...field('address')}
			label="Web address"
			hint="For example, team-edition. Leave empty to create it from the name."
			maxLength={60}
		/>
		{contents && <ContentsFields contents={contents} typed={typed} error={errors.contents} />}
	</>
)

const CATEGORIES = 'known-categories'

/** Field for a new article's category: one that other articles have, or a new one. */
const CategoryField = ({ categories, ...given }: ReturnType<ToField> & { categories: readonly string[] }) => (
	<>
		<TextField
			{...given}
			label="Category"
			hint="Choose one of your categories, or type a new one."
			maxLength={80}
			list={CATEGORIES}
			required
		/>
		<datalist id={CATEGORIES}>
			{categories.map((each) => (
				<option key={each}>{each}</option>
			))}
		</datalist>
	</>
)

/** Short form for a new draft. Texts that it doesn't ask for start empty or as marked sample text. */
export default function BeginPage() {
	const loaded = useLoaderData<typeof loader>()
	return (
		<Page title={TITLES[loaded.kind]}>
			{loaded.isFreeToRead && (
				<Callout title="Free accounts can open the same lessons as buyers of this offer">
					{'Anyone with an account can read the course, module by module. To sell the lessons, choose “Buyers only”: '}
					<Link to={`${consolePaths.settings}/prices#f-accessPolicy`}>Who can read the course</Link>
				</Callout>
			)}
			<FormSection
				id="basics"
				title="Basics"
				about={
					<div className="grid gap-2 text-soft">
						<p>Starts as a draft. Unwritten parts are marked until you fill them in.</p>
						{loaded.kind === 'lesson' && (
							<p>
								{'For a lesson that starts a module, '}
								<Link to={`${consolePaths.contentBegin}/module`}>create a new module</Link>
								{' instead.'}
							</p>
						)}
						{loaded.course && <p>{`It becomes the last module of ${loaded.course.title}, and opens after the one before it.`}</p>}
					</div>
				}
			>
				<ActionForm
					action={`${consolePaths.contentBegin}/${loaded.kind}`}
					label="Create draft"
					fields={fieldsOf(loaded)}
					hidden={loaded.course ? { course: loaded.course.file } : {}}
					beside={
						<LinkButton to={loaded.from} variant="quiet">
							Cancel
						</LinkButton>
					}
				>
					{({ typed, errors, field }) =>
						loaded.kind === 'article' ? (
							<CategoryField {...field('category')} categories={loaded.categories} />
						) : (
							loaded.contents && <OfferFields loaded={loaded} typed={typed} errors={errors} field={field} />
						)
					}
				</ActionForm>
			</FormSection>
		</Page>
	)
}
