-- A ticket is a thread: what we answered, what its writer added, and notes that only the team sees. The writer adds to it
-- on the page behind the link of an answer.
alter table public.ticket_messages
	alter column message_id drop not null,
	add column kind text not null default 'answer' check (kind in ('answer', 'reply', 'note')),
	add check ((kind = 'answer') = (message_id is not null)),
	add check (kind <> 'reply' or author_id is null);
