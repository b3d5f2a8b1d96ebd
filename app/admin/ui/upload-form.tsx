import { type DragEvent, useEffect, useRef, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatBytes } from '#domain/media/format-bytes.ts'
import {
	DOWNLOAD_ENDINGS,
	DOWNLOAD_FORMATS,
	MAX_DOWNLOAD_BYTES,
	MAX_PICTURE_BYTES,
	PICTURE_FORMATS,
	UPLOAD_TYPES,
} from '#domain/media/sniff-media.ts'

import { ActionForm } from './action-form.tsx'
import { THUMBNAIL_CLASSES } from './media-card.tsx'
import { useConsole } from './page.tsx'
import type { UploadedMedia } from './send-file.ts'
import { type Upload, uploadKindOf, useUploads } from './use-uploads.ts'

const SIDE = 96

/** Thumbnail of a file, drawn on a canvas, because the content security policy blocks blob URLs. */
function Thumbnail({ file }: { file: File }) {
	const canvas = useRef<HTMLCanvasElement>(null)
	useEffect(() => {
		let isGone = false
		if (uploadKindOf(file) !== 'picture') return
		createImageBitmap(file, { resizeWidth: SIDE * 2, resizeQuality: 'medium' }).then(
			(bitmap) => {
				const context = isGone ? null : canvas.current?.getContext('2d')
				const scale = Math.max(SIDE / bitmap.width, SIDE / bitmap.height)
				const [width, height] = [bitmap.width * scale, bitmap.height * scale]
				context?.drawImage(bitmap, (SIDE - width) / 2, (SIDE - height) / 2, width, height)
				bitmap.close()
			},
			// Ignored: the server's response explains why a file can't be decoded.
			() => {},
		)
		return () => void (isGone = true)
	}, [file])
	return <canvas ref={canvas} width={SIDE} height={SIDE} className={`w-24 max-sm:w-16 ${THUMBNAIL_CLASSES}`} aria-hidden="true" />
}

type Handlers = { onDescribe: (key: number, alt: string) => void; onRemove: (key: number) => void }

function UploadRow({ upload, onDescribe, onRemove }: { upload: Upload } & Handlers) {
	const { key, file, alt, state, share, message } = upload
	const isPicture = uploadKindOf(file) === 'picture'
	return (
		<li className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-start gap-4 max-sm:grid-cols-[4rem_minmax(0,1fr)]">
			<Thumbnail file={file} />
			<div className="grid min-w-0 gap-2">
				<p className="break-words">
					<b>{file.name}</b> <span className="text-soft">{formatBytes(file.size)}</span>
				</p>
				{state === 'sending' ? (
					<progress className="w-full accent-accent" value={share} max={1} aria-label={`Upload of ${file.name}`} />
				) : state === 'done' ? (
					<p>Uploaded.</p>
				) : state === 'refused' ? (
					<p className="font-semibold text-danger-ink">{message}</p>
				) : (
					<TextField
						id={`upload-alt-${key}`}
						label={isPicture ? 'Description' : 'Title'}
						hint={isPicture ? 'What it shows, for people who can’t see it.' : undefined}
						value={alt}
						maxLength={500}
						onChange={({ currentTarget }) => onDescribe(key, currentTarget.value)}
						error={state === 'failed' ? message : undefined}
					/>
				)}
			</div>
			{state !== 'done' && (
				<Button
					variant="quiet"
					className="max-sm:col-2 max-sm:justify-self-start"
					onClick={() => onRemove(key)}
					aria-label={`${state === 'sending' ? 'Cancel' : 'Remove'} ${file.name}`}
				>
					{state === 'sending' ? 'Cancel' : 'Remove'}
				</Button>
			)}
		</li>
	)
}

export function UploadList({ uploads, onSend, ...handlers }: { uploads: readonly Upload[]; onSend: () => void } & Handlers) {
	const waiting = uploads.filter(({ state }) => state === 'ready' || state === 'failed').length
	const isSending = uploads.some(({ state }) => state === 'sending')
	return (
		<div className="grid gap-4">
			<ul className="grid gap-4" aria-label="Files to upload">
				{uploads.map((upload) => (
					<UploadRow key={upload.key} upload={upload} {...handlers} />
				))}
			</ul>
			{(waiting > 0 || isSending) && (
				<div>
					<Button onClick={onSend} pending={isSending}>
						{isSending ? 'Uploading…' : `Upload ${waiting === 1 ? 'file' : `${waiting} files`}`}
					</Button>
				</div>
			)}
		</div>
	)
}

/** ID of the file field, for another label. */
export const FILE_FIELD_ID = 'media-files'

const ACCEPT = [...Object.values(UPLOAD_TYPES), DOWNLOAD_ENDINGS].join()

const describeLimits = (videoBytes: number) =>
	`${PICTURE_FORMATS} up to ${formatBytes(MAX_PICTURE_BYTES)}; MP4 or WebM video up to ${formatBytes(videoBytes)}; files to download (${DOWNLOAD_FORMATS}) up to ${formatBytes(MAX_DOWNLOAD_BYTES)}.`

/** Upload form without JavaScript, for one file at a time. */
const PlainForm = ({ videoBytes }: { videoBytes: number }) => (
	<ActionForm action={consolePaths.media} label="Upload" hasFile reloads>
		{({ field }) => (
			<>
				<TextField
					{...field('alt')}
					label="Description"
					hint="Describe the picture for people who can’t see it. For a video or file, enter its title."
					maxLength={500}
				/>
				<TextField
					{...field('file')}
					id={FILE_FIELD_ID}
					type="file"
					label="Picture, video or file"
					hint={describeLimits(videoBytes)}
					accept={ACCEPT}
					required
				/>
			</>
		)}
	</ActionForm>
)

function DropZone({ videoBytes, onUploaded }: UploadProps) {
	const { formToken } = useConsole()
	const { uploads, add, remove, describe, sendAll } = useUploads(formToken, videoBytes, onUploaded)
	const [isOver, setIsOver] = useState(false)
	const drop = (event: DragEvent) => {
		event.preventDefault()
		setIsOver(false)
		add(event.dataTransfer.files)
	}
	return (
		<div className="grid gap-4">
			<div
				className="p-5 border border-dashed border-line-strong rounded-[.75rem] data-over:border-accent data-over:bg-raised"
				data-over={isOver || undefined}
				onDragOver={(event) => {
					event.preventDefault()
					setIsOver(true)
				}}
				onDragLeave={() => setIsOver(false)}
				onDrop={drop}
			>
				<TextField
					id={FILE_FIELD_ID}
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

type UploadProps = { videoBytes: number; onUploaded: (uploaded: UploadedMedia) => void }

/** Uploads several files with progress; without JavaScript, one file with a plain form. */
export const UploadForm = (props: UploadProps) => (useHydrated() ? <DropZone {...props} /> : <PlainForm videoBytes={props.videoBytes} />)
