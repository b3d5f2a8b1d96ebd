import { content } from '#content/loaded.server.ts'

export const { articles, blogWords } = content
