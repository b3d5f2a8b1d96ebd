import { type DragEvent, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import { ActionForm } from './action-form.tsx'
import { formatBytes } from './format-bytes.ts'
import type { Uploaded } from './send-file.ts'
import { UploadList } from './upload-list.tsx'
import { useConsole } from './use-console.ts'
import { useUploads } from './use-uploads.ts'

const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml,video/mp4,video/webm'

const describeLimits = (videoBytes: number) =>
	`JPEG, PNG, WebP, GIF, AVIF or simple SVG up to 25 MB; MP4 or WebM video up to ${formatBytes(videoBytes)}.`

/** Upload without JavaScript, one file at a time. */
const PlainForm = ({ videoBytes }: { videoBytes: number }) => (
	<ActionForm action={consolePaths.media} label="Upload" hasFile reloads>
		{({ typed, errors }) => (
			<>
				<TextField
					id="media-alt"
					name="alt"
					label="Description"
					hint="Describe the picture for people who can’t see it. For a video, enter its title."
					maxLength={500}
					defaultValue={typed.alt ?? ''}
					error={errors.alt}
				/>
				<TextField
					id="media-file"
					name="file"
					type="file"
					label="Picture or video"
					hint={describeLimits(videoBytes)}
					accept={ACCEPT}
					error={errors.file}
					required
				/>
			</>
		)}
	</ActionForm>
)

function DropZone({ videoBytes, onUploaded }: UploadProps) {
	const { formToken } = useConsole()
	const { uploads, add, remove, describe, sendAll } = useUploads(formToken, onUploaded)
	const [isOver, setIsOver] = useState(false)
	const drop = (event: DragEvent) => {
		event.preventDefault()
		setIsOver(false)
		add(event.dataTransfer.files)
	}
	return (
		<div className="grid gap-4">
			<div
				className="p-5 border-2 border-dashed border-line-strong rounded-[.75rem] data-over:border-accent data-over:bg-raised"
				data-over={isOver || undefined}
				onDragOver={(event) => {
					event.preventDefault()
					setIsOver(true)
				}}
				onDragLeave={() => setIsOver(false)}
				onDrop={drop}
			>
				<TextField
					id="media-files"
					type="file"
					label="Drop files here, or choose them"
					hint={describeLimits(videoBytes)}
					accept={ACCEPT}
					multiple
					onChange={({ currentTarget }) => {
						add(currentTarget.files ?? [])
						// Reset, so the same file can be selected again.
						currentTarget.value = ''
					}}
				/>
			</div>
			<div aria-live="polite">
				{uploads.length > 0 && <UploadList uploads={uploads} onDescribe={describe} onRemove={remove} onSend={() => void sendAll()} />}
			</div>
		</div>
	)
}

type UploadProps = { videoBytes: number; onUploaded: (uploaded: Uploaded) => void }

/** Uploads several files with progress; without JavaScript, one file with a plain form. */
export const UploadForm = (props: UploadProps) => (useHydrated() ? <DropZone {...props} /> : <PlainForm videoBytes={props.videoBytes} />)
