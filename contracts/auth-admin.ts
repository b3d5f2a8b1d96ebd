import { z } from 'zod'

import { metadataField, storableText } from './auth.ts'

/** Request bodies of the admin endpoints of `/auth/v1`. Checks only types, like auth.ts. */
const flag = z.boolean().nullish()

export const AdminUserBody = z.object({
	id: storableText,
	email: storableText,
	phone: storableText,
	password: storableText,
	password_hash: storableText,
	email_confirm: flag,
	phone_confirm: flag,
	user_metadata: metadataField,
	app_metadata: metadataField,
	role: storableText,
	ban_duration: storableText,
})
export const DeleteUserBody = z.object({ should_soft_delete: flag })
export const AdminFactorBody = z.object({ friendly_name: storableText, phone: storableText })
export const InviteBody = z.object({ email: storableText, data: metadataField })
export const GenerateLinkBody = z.object({
	type: storableText,
	email: storableText,
	new_email: storableText,
	password: storableText,
	data: metadataField,
	redirect_to: storableText,
})

export type AdminUserBody = z.output<typeof AdminUserBody>
export type AdminFactorBody = z.output<typeof AdminFactorBody>
export type InviteBody = z.output<typeof InviteBody>
export type GenerateLinkBody = z.output<typeof GenerateLinkBody>
