import './comment.ts';
import './comment-lists.ts';
import './comment-mutations.ts';
import './comment-reply.ts';
import './comment-reply-mutations.ts';
import './commenters.ts';
