import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { CopyField } from '#app/admin/ui/copy-field.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { describeSize } from '#app/admin/ui/media-card.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readMedia } from '#server/console/media/read-library.ts'

export const loader = createLoader(readMedia)

type Media = Awaited<ReturnType<typeof loader>>

const SHOWN = 'media-shown size-auto max-h-[60vh] max-w-[min(100%,40rem)] border border-line'

function Shown({ item, captions }: Pick<Media, 'item' | 'captions'>) {
	const size = { width: item.width ?? undefined, height: item.height ?? undefined }
	if (item.kind === 'picture') return <img src={item.url} alt={item.alt} {...size} className={SHOWN} />
	if (item.file?.isAudio)
		// oxlint-disable-next-line jsx-a11y/media-has-caption -- a file to download has no captions
		return <audio src={item.url} controls preload="metadata" className="w-full max-w-[40rem]" aria-label={item.alt || item.name} />
	if (item.file)
		return (
			<p>
				<a href={item.url} download={item.file.name} className="btn btn-secondary">
					Download
				</a>
			</p>
		)
	return (
		// oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are added on this page
		<video src={item.url} controls preload="metadata" {...size} className={SHOWN} aria-label={item.alt || item.name}>
			{captions.map(({ language, name, url }) => (
				<track key={language} kind="captions" src={url} srcLang={language} label={name} />
			))}
		</video>
	)
}

const Captions = ({ address, languages, captions }: Pick<Media, 'languages' | 'captions'> & { address: string }) => (
	<>
		<h2>Captions</h2>
		{captions.length === 0 && <p className="empty">No captions yet. People who can’t hear the video need them.</p>}
		<ul className="grid gap-3">
			{captions.map(({ language, name, url }) => (
				<li key={language} className="flex flex-wrap items-center gap-4">
					<a href={url}>{name}</a>
					<ConfirmForm
						action={`${address}/captions/delete`}
						id={language}
						label={`Delete ${name}`}
						title={`Delete the captions in ${name}?`}
						hidden={{ language }}
						consequences={[['Viewers lose', 'The captions, in every lesson that shows this video. You can upload them again.']]}
						hasReason={false}
						isGuarded={false}
					/>
				</li>
			))}
		</ul>
		<ActionForm action={`${address}/captions`} label="Add captions" hasFile tone="secondary">
			{({ typed, field }) => (
				<>
					<Select {...field('language')} label="Language" defaultValue={typed.language ?? 'en'} options={languages} />
					<TextField
						{...field('file')}
						type="file"
						label="Captions file"
						hint="WebVTT (.vtt). Most video programs export it."
						accept=".vtt,text/vtt"
						required
					/>
				</>
			)}
		</ActionForm>
	</>
)

const Uses = ({ uses }: Pick<Media, 'uses'>) => (
	<>
		<h2>Used in</h2>
		{uses.length === 0 ? (
			<p className="empty">No text uses it.</p>
		) : (
			<ul className="grid gap-2">
				{uses.map(({ title, href, isDraft }) => (
					<li key={href}>
						<Link to={href}>{title}</Link> {isDraft && <StateBadge word="draft" tone="warn" />}
					</li>
				))}
			</ul>
		)}
	</>
)

export default function MediaPage() {
	const { item, uses, captions, languages, markdown } = useLoaderData<typeof loader>()
	const { id, kind, name, alt, at, url } = item
	const address = `${consolePaths.media}/${id}`
	return (
		<Page title={alt || name}>
			<Shown item={item} captions={captions} />
			<Facts>
				<Fact name={kind === 'file' ? 'Kind and size' : 'Size'}>{describeSize(item)}</Fact>
				<Fact name="Uploaded">
					<Time at={at} />
				</Fact>
			</Facts>
			<ActionForm
				action={address}
				label="Save"
				fields={[
					{
						name: 'alt',
						label: kind === 'picture' ? 'Description' : 'Title',
						hint: 'Pages that already use it keep their current description.',
						value: alt,
						maxLength: 500,
						isRequired: kind === 'picture',
					},
				]}
			/>
			<CopyField id="media-markdown" label="For a lesson or an article" hint="Paste it on a line by itself." value={markdown} />
			<CopyField id="media-address" label="Address" value={url} />
			{kind === 'video' && <Captions address={address} languages={languages} captions={captions} />}
			<Uses uses={uses} />
			{uses.length === 0 ? (
				<ConfirmForm
					action={`${address}/delete`}
					opener={`Delete this ${kind}`}
					label="Delete for good"
					consequences={[
						['In your texts', 'No lesson, article or page uses it.'],
						['Elsewhere', 'Emails already sent and other sites that link to it no longer show it.'],
					]}
					hasReason={false}
					isGuarded={false}
					isFinal
				/>
			) : (
				<p className="text-soft">To delete it, remove it from these texts first.</p>
			)}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
